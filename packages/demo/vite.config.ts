import { defineConfig } from 'vite'

export default defineConfig({
  base: '/demo/',
  build: {
    // Small files inlined as data: addresses would need holes in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
