import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const DOCUMENT = new URL('../../docs/webhooks.md', import.meta.url)

const languages = {
  ts: { file: 'receiver.mts', command: process.execPath },
  python: { file: 'receiver.py', command: 'python3' },
} as const
export type Language = keyof typeof languages

/** The receiver of a language as it stands in docs/webhooks.md. */
export function documentedReceiver(language: Language): string {
  const code = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readFileSync(DOCUMENT, 'utf8'))?.[1]
  if (code === undefined) throw new Error(`docs/webhooks.md has no receiver in ${language}`)
  return code
}

/** A receiver of the document, run as its reader would run it: alone in a folder, with what the language brings. */
export class DocumentedReceiver {
  /** What it printed, a line an event. */
  readonly lines: string[] = []
  readonly url: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url
    this.#child = child
    this.#folder = folder
  }

  static async start(language: Language, secret: string): Promise<DocumentedReceiver> {
    const { file, command } = languages[language]
    const folder = await mkdtemp(join(tmpdir(), 'receiver-'))
    await writeFile(join(folder, file), documentedReceiver(language))
    // As npm init leaves it.
    await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
    const child = spawn(command, [file], {
      cwd: folder,
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (text) => {
      complaint += text
    })
    const lines = createInterface({ input: child.stdout })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`it ended:\n${complaint}`)))
    const [line]: string[] = await Promise.race([once(lines, 'line'), ended])
    ended.catch(() => {})
    const url = /^listens on (\S+)$/.exec(line ?? '')?.[1]
    if (url === undefined) throw new Error(`it does not say where it listens but ${line}`)
    const receiver = new DocumentedReceiver(url, child, folder)
    lines.on('line', (text) => receiver.lines.push(text))
    return receiver
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit')
    this.#child.kill()
    await exited
    await rm(this.#folder, { recursive: true })
  }
}
