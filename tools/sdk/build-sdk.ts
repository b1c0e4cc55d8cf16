import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { wireTypes } from './wire-types.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGE = join(ROOT, 'packages/sdk')
const run = promisify(execFile)

/**
 * The client as it is published: JavaScript and types that stand by themselves, below `dist` of the folder. A folder
 * other than the package's own gets its manifest and README as well.
 */
export async function buildSdk(folder: string = PACKAGE): Promise<void> {
  await mkdir(join(ROOT, 'out'), { recursive: true })
  const work = await mkdtemp(join(ROOT, 'out/sdk-'))
  try {
    await cp(join(PACKAGE, 'src'), join(work, 'src'), { recursive: true })
    await writeFile(join(work, 'src/wire.ts'), wireTypes())
    await writeFile(join(work, 'package.json'), '{ "type": "module" }')
    await writeFile(join(work, 'tsconfig.json'), JSON.stringify(settings(join(folder, 'dist'))))
    await rm(join(folder, 'dist'), { recursive: true, force: true })
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', work]).catch((error: { stdout: string }) => {
      throw new Error(`the client does not compile by itself:\n${error.stdout}`)
    })
    await nameTypesAsCode(join(folder, 'dist'))
    if (folder === PACKAGE) return
    for (const file of ['package.json', 'README.md']) await cp(join(PACKAGE, file), join(folder, file))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The compiler leaves `.ts` in the imports of types, which only newer compilers follow. */
async function nameTypesAsCode(dist: string): Promise<void> {
  for (const file of (await readdir(dist)).filter((name) => name.endsWith('.d.ts'))) {
    const text = await readFile(join(dist, file), 'utf8')
    await writeFile(join(dist, file), text.replace(/(['"]\.\/[\w-]+)\.ts(?=['"])/g, '$1.js'))
  }
}

const settings = (outDir: string) => ({
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    rootDir: 'src',
    outDir,
  },
  include: ['src'],
})
