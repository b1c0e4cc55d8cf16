/** Import rules that a look at single files cannot hold: no ring of imports, nothing that nobody reaches. */
module.exports = {
  forbidden: [
    {
      name: 'no-ring',
      comment: 'Two files that need each other, be it for types, are one file, or a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'A file that nobody imports and that imports nobody is dead.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^packages/[^/]+/vite\\.config\\.ts$'] },
      to: {},
    },
    {
      name: 'no-dev-dependency',
      comment: 'What runs in production is a dependency.',
      severity: 'error',
      from: { path: '^src', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: '^src/core', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/core' },
    },
    {
      name: 'sdk-takes-types-only',
      comment: 'The client is published by itself: of the contract it has types, which vanish.',
      severity: 'error',
      from: { path: '^packages/sdk/src' },
      to: { path: '^(src/|node_modules/)', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$|^test/|^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
}
