/** The pipeline is full or stopping: come again. */
export class ServiceBusy extends Error {
  override readonly name = 'ServiceBusy'
}
