import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of its own, so that service and load have each their own thread and their CPU time can be told apart. */
export interface Child {
  readonly pid: number
  /** Sends a message and waits for the answer. Rejects when the process ends instead. */
  ask<Answer>(message: object): Promise<Answer>
  /** Asks it to end and waits until it has. May be called again. */
  end(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts `file`, a module beside this one, under Node with these flags. */
export async function startChild(file: string, nodeFlags: readonly string[] = []): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), { execArgv: [...nodeFlags] })
  await once(child, 'spawn')
  const { pid } = child
  if (pid === undefined) throw new Error(`${file} has no process`)
  const exited = once(child, 'exit')
  const end = async () => {
    if (child.connected) child.disconnect()
    await exited
  }
  return { pid, ask: (message) => answerTo(child, file, message), end, [Symbol.asyncDispose]: end }
}

async function answerTo<Answer>(child: ChildProcess, file: string, message: object): Promise<Answer> {
  const ended = new AbortController()
  const onExit = (code: number | null): void => ended.abort(new Error(`${file} ended with ${code}`))
  child.once('exit', onExit)
  try {
    child.send(message)
    const [answer] = await once(child, 'message', { signal: ended.signal })
    return answer as Answer
  } finally {
    child.off('exit', onExit)
  }
}
