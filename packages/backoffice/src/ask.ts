import {
  keepPreviousData,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import type { Answer, Input, OperationId } from '../../sdk/src/index.ts'
import { client } from './client.ts'
import { useIsLive } from './live/live.tsx'
import { EndedContext } from './session/session.ts'

interface AskSettings {
  /** Asks again so often, in milliseconds, while the page is looked at; where changes are told, when they are. */
  readonly every?: number
  readonly enabled?: boolean
}

const call = <Id extends OperationId>(id: Id, input: Input<Id>, signal?: AbortSignal): Promise<Answer<Id>> =>
  (client[id] as unknown as (input: Input<Id>, options: { signal?: AbortSignal }) => Promise<Answer<Id>>)(input, {
    ...(signal && { signal }),
  })

/** How often it is asked at least where changes are told: one may have been lost with the replica that had it to tell. */
const TOLD_MS = 60_000

/** Reads an operation. While the next page of a list is on its way the one before stays. */
export const useAsk = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { every, enabled = true }: AskSettings = {},
): UseQueryResult<Answer<Id>> => {
  const isLive = useIsLive()
  const hasEnded = useContext(EndedContext)
  const query = useQuery({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, signal),
    placeholderData: keepPreviousData,
    refetchInterval: every === undefined ? false : isLive ? TOLD_MS : every,
    meta: { every },
    enabled: enabled && !hasEnded,
  })
  return useStandingFailure(query, JSON.stringify([id, input]))
}

/**
 * A failure stands until there is an answer, or somebody asks again: a page that asks again by itself would else take it
 * away from under whoever reads it, and bring it back a moment later.
 */
function useStandingFailure<Data>(query: UseQueryResult<Data>, asked: string): UseQueryResult<Data> {
  const [failure, setFailure] = useState<{ readonly asked: string; readonly error: Error } | null>(null)
  const { data, error, isPlaceholderData, refetch } = query
  if (error !== null && error !== failure?.error) setFailure({ asked, error })
  const isAnswered = data !== undefined && !isPlaceholderData
  if (failure === null || failure.asked !== asked || isAnswered) return query
  const again: typeof refetch = (options) => {
    setFailure(null)
    return refetch(options)
  }
  return { ...query, data: undefined, error: failure.error, refetch: again } as UseQueryResult<Data>
}

/** Reads an operation for each input, in their order; undefined is what has not come yet. */
export function useAskEach<Id extends OperationId>(
  id: Id,
  inputs: readonly Input<Id>[],
): readonly (Answer<Id> | undefined)[] {
  const hasEnded = useContext(EndedContext)
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: [id, input],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(id, input, signal),
      enabled: !hasEnded,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
}

interface ActSettings<Id extends OperationId> {
  readonly onDone?: (answer: Answer<Id>) => void
  /** False for what only looks or tries. */
  readonly changes?: boolean
}

/** Runs an operation that changes something. What is on the page is asked for anew, and only then does it show. */
export function useAct<Id extends OperationId>(id: Id, onDone?: (answer: Answer<Id>) => void) {
  return useRun(id, { ...(onDone && { onDone }) })
}

/** Runs an operation when it is asked for, which changes nothing. */
export const useTrial = <Id extends OperationId>(id: Id) => useRun(id, { changes: false })

function useRun<Id extends OperationId>(id: Id, { onDone, changes = true }: ActSettings<Id>) {
  const queries = useQueryClient()
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return useMutation({
    mutationFn: (input: Input<Id>) => call(id, input),
    // Whoever has left the question meanwhile may be at another one, which is not this one's to close.
    onSuccess: (answer) => (isThere.current ? onDone?.(answer) : undefined),
    // Also after a refusal: what was refused stood differently from what the page showed.
    onSettled: () =>
      changes ? queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getSession' }) : undefined,
  })
}
