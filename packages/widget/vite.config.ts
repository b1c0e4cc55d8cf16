import { defineConfig, type Plugin } from 'vite'
import { de } from './src/words/de.ts'
import { es } from './src/words/es.ts'
import type { offered } from './src/words/library.ts'

const languages: { readonly [Language in (typeof offered)[number]]: object } = { de, es }

/** Lays the words of the other languages beside the script: whoever reads one of them loads it, and nobody else does. */
function writeWords(): Plugin {
  return {
    name: 'write-words',
    generateBundle() {
      for (const [language, words] of Object.entries(languages)) {
        this.emitFile({ type: 'asset', fileName: `words/${language}.json`, source: JSON.stringify(words) })
      }
    },
  }
}

export default defineConfig({
  plugins: [writeWords()],
  build: {
    target: 'es2022',
    // Containers are asked for their width, which older browsers cannot: nothing in the style is rewritten for these.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // One script without modules, so that it runs in any page and knows where it came from.
    lib: { entry: 'src/main.ts', formats: ['iife'], name: 'ChallengeWidget', fileName: () => 'widget.js' },
  },
})
