import { join, resolve } from 'node:path'
import { build } from 'vite'

const WIDGET = resolve(import.meta.dirname, '../../packages/widget')

/** Builds the script of the widget, with the words beside it, into a folder. */
export async function buildWidget(outDir: string): Promise<void> {
  await build({ root: WIDGET, configFile: join(WIDGET, 'vite.config.ts'), logLevel: 'error', build: { outDir } })
}
