import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    target: 'es2022',
    // One script without modules, so that it runs in any page and knows where it came from.
    lib: { entry: 'src/main.ts', formats: ['iife'], name: 'ChallengeWidget', fileName: () => 'widget.js' },
  },
})
