import { resolve } from 'node:path'
import { buildPages } from './build-pages.ts'

// `--missing`, before `npm start`: builds what is missing or old, and lets the service start whatever happens.
// Without it: builds all, and fails where one fails.

const onlyMissing = process.argv.includes('--missing')
const root = resolve(import.meta.dirname, '../../..')
const { built, failed } = await buildPages(root, { always: !onlyMissing })

if (built.length > 0) process.stdout.write(`Built the pages of ${built.join(', ')}.\n`)
for (const { name, error } of failed) {
  process.stderr.write(`The pages of ${name} could not be built: ${error instanceof Error ? error.message : error}\n`)
}
if (failed.length > 0 && !onlyMissing) process.exitCode = 1
