/** What `npm run check` and `npm test` both run before any test: [title, program, arguments]. */
export const staticChecks = [
  ['Route types', 'node_modules/@react-router/dev/bin.cjs', ['typegen']],
  [
    'Format and lint',
    'node_modules/@biomejs/biome/bin/biome',
    ['check', '--error-on-warnings', '.'],
  ],
  [
    'Import rules',
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    [
      '--config',
      'dependency-cruiser.config.cjs',
      ...['app', 'bench', 'brand.ts', 'content', 'scripts', 'tests'],
    ],
  ],
  ['Unused code', 'node_modules/knip/bin/knip.js', ['--no-progress']],
  ['Types', 'node_modules/typescript/bin/tsc', ['--noEmit']],
]
