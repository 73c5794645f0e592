/**
 * Which files may import which; ARCHITECTURE.md says why. Run by `npm run check` and `npm test`;
 * tests/import-rules.test.ts plants a violation of each rule.
 */

const { areas, domainOrder } = require('./areas.cjs')

/** What a page shows may come from several areas; only routes import such a query. */
const pageQuery = '^app/[.]server/[^/]+/queries/[^/]+-page[.]ts$'

/** React Router's address ends in its name, since it is not resolved further. */
const packages = '(^|^node_modules/)'
const tests = '[.]test[.]tsx?$'
const any = (names) => `(${names.join('|')})`

/** A rule for a folder: everything else in app/, and packages or Node where said, is refused. */
function onlyImports(name, comment, from, allowed, { packagesAllowed } = {}) {
  return [
    {
      name,
      comment,
      severity: 'error',
      from: { path: from, pathNot: tests },
      to: { path: '^(app|content|brand|scripts|bench)', pathNot: allowed },
    },
    ...(packagesAllowed === undefined
      ? []
      : [
          {
            name: `${name}-packages`,
            comment: `${comment} Packages and Node belong in app/.server.`,
            severity: 'error',
            from: { path: from, pathNot: tests },
            to: {
              dependencyTypesNot: ['local', 'aliased-subpath-import', 'aliased', 'type-only'],
              ...(packagesAllowed === '' ? {} : { pathNot: packagesAllowed }),
            },
          },
        ]),
  ]
}

const domainRules = domainOrder.flatMap((area, index) =>
  onlyImports(
    `domain-${area}`,
    `domain/${area} imports itself and the areas before it in areas.cjs.`,
    `^app/domain/${area}/`,
    [`^app/domain/${any(domainOrder.slice(0, index + 1))}/`],
    { packagesAllowed: '' },
  ),
)

const areaRules = Object.entries(areas).flatMap(([area, { imports }]) =>
  imports === undefined
    ? []
    : {
        name: `server-${area}`,
        comment: `.server/${area} imports ${[area, ...imports].join(', ')}, platform, contracts and domain; see areas.cjs.`,
        severity: 'error',
        from: { path: `^app/[.]server/${area}/`, pathNot: [pageQuery, tests] },
        to: {
          path: '^app/',
          pathNot: [
            '^app/(domain|contracts)/',
            '^app/[.]server/(platform/|app-context[.]ts|config[.]ts)',
            `^app/[.]server/${any([area, ...imports])}(/|$)`,
          ],
        },
      },
)

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'No circle of imports, also among types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-tests',
      comment: 'Nothing but tests imports tests.',
      severity: 'error',
      from: { pathNot: ['^(tests|bench)/', tests] },
      to: { path: ['^tests/', tests] },
    },
    {
      name: 'server-runs-as-source',
      comment:
        'Scripts such as `npm run bench` and `npm run look` run the server by Node alone, which reads no stylesheet.',
      severity: 'error',
      from: { path: '^app/([.]server|domain|contracts)/' },
      to: { path: '[.]css', dynamic: false },
    },
    ...domainRules,
    ...onlyImports(
      'contracts',
      'app/contracts imports domain, the brand, Zod and React.',
      '^app/contracts/',
      ['^app/(contracts|domain)/', '^brand'],
      { packagesAllowed: `${packages}(zod|react|react-router)(/|$)` },
    ),
    ...onlyImports(
      'ui',
      'app/ui imports ui, contracts, domain and the brand: finished values in, events out.',
      '^app/ui/',
      ['^app/(ui|contracts|domain)/', '^brand'],
      { packagesAllowed: `${packages}(react|react-dom|react-router|lucide-react|zod)(/|$)` },
    ),
    {
      name: 'platform',
      comment: '.server/platform knows no area.',
      severity: 'error',
      from: { path: '^app/[.]server/platform/', pathNot: tests },
      to: {
        path: '^app/',
        pathNot: [
          '^app/(domain|contracts)/',
          '^app/[.]server/(platform/|app-context[.]ts|config[.]ts)',
          '^app/app[.]css$',
        ],
      },
    },
    ...areaRules,
    {
      name: 'queries-only-read',
      comment: 'A query never imports a command.',
      severity: 'error',
      from: { path: '^app/[.]server/[^/]+/queries/', pathNot: tests },
      to: { path: '^app/[.]server/[^/]+/commands/' },
    },
    {
      name: 'page-queries-are-for-routes',
      comment: 'A page query is imported by routes and other page queries alone.',
      severity: 'error',
      from: { path: '^app/[.]server/', pathNot: [pageQuery, tests] },
      to: { path: pageQuery },
    },
    {
      name: 'routes',
      comment: 'Routes use queries and commands; databases and third parties are theirs to call.',
      severity: 'error',
      from: { path: '^app/(routes/|root[.]tsx)', pathNot: tests },
      to: { path: '^app/[.]server/(platform/db|[^/]+/(gateway|feeds|jobs|site|templates))/' },
    },
    {
      name: 'shop-without-admin',
      comment: 'Public pages load nothing of the admin area.',
      severity: 'error',
      from: { path: '^app/(routes/shop|ui)/' },
      to: { path: '^app/routes/admin/' },
    },
    ...onlyImports(
      'content',
      'content/ holds texts and pieces and imports domain alone.',
      '^content/',
      ['^content/', '^app/domain/'],
    ),
  ],
  options: {
    // TypeScript 7 has no programming interface yet, so the imports are read by SWC.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[+]types/|^virtual:|^build/' },
  },
}
