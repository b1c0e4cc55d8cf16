/** Something that is done again and again until it is stopped. */
export interface Repetition {
  /** Resolves when the last time is over. */
  stop(): Promise<void>
}

/** Does `work` at this distance, never twice at once; a failure is reported, and the next time tries again. */
export function repeatEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Repetition {
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
