import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isFailure } from '../../../sdk/src/index.ts'

/** What went wrong, in words, with the id to ask support for. */
export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  return (
    <div className="notice bad" role="alert">
      <p>{messageOf(error)}</p>
      {isFailure(error) && error.correlationId !== null && (
        <p className="faint">Correlation id {error.correlationId}</p>
      )}
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

/** The message of the service, with the fields that are wrong. */
export function messageOf(error: unknown): string {
  if (!isFailure(error)) return 'Something went wrong on this page.'
  const { code, message, body } = error
  if (code === 'network_error' || code === 'timeout')
    return 'The service does not answer. Nothing can be said about what it did.'
  if (code === 'unauthorized') return 'Your session had ended, and nothing was done.'
  if (code === 'forbidden') return 'Your role does not allow this.'
  const fields = fieldsOf(body)
  if (fields.length === 0) return message
  return fields.map((field) => `${field.field} ${field.message}`).join('; ')
}

/** What the service finds wrong with each field that was sent, by the field's name. */
export const problemsOf = (error: unknown): { readonly [field: string]: string } =>
  isFailure(error) ? Object.fromEntries(fieldsOf(error.body).map(({ field, message }) => [field, message])) : {}

const fieldsOf = (body: unknown): readonly { readonly field: string; readonly message: string }[] =>
  (body as { fields?: readonly { field: string; message: string }[] } | null)?.fields ?? []

export const Empty = ({ children }: { readonly children: ReactNode }) => <p className="empty">{children}</p>

/** Three grey lines in place of what is on its way. */
export const Loading = () => (
  <div className="loading" role="status">
    <span className="visually-hidden">Loading</span>
    <i />
    <i />
    <i />
  </div>
)

/** Shows what a query answered, and until then where it stands. */
export function Loaded<Data>({
  query,
  children,
}: {
  readonly query: UseQueryResult<Data>
  readonly children: (data: Data) => ReactNode
}) {
  const { data, error, isPlaceholderData } = query
  if (error !== null && data === undefined) return <Failed error={error} again={() => query.refetch()} />
  if (data === undefined) return <Loading />
  return (
    <div className={isPlaceholderData ? 'stale' : undefined}>
      {error !== null && <Failed error={error} again={() => query.refetch()} />}
      {children(data)}
    </div>
  )
}
