import { defineConfig } from 'vite'

export default defineConfig({
  base: '/backoffice/',
  build: {
    // Small files inlined as data: addresses would need holes in the content security policy.
    assetsInlineLimit: 0,
    // A script of its own would have to be inline; browsers that know modules know how to load them ahead.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
})
