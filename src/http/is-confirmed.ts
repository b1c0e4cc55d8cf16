/** Whether a body says `confirm: true` and not just something like it. */
export const isConfirmed = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'confirm' in body && body.confirm === true
