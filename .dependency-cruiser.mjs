const server = '^apps/server/src/';
const web = '^apps/web/src/';
const test = '\\.test\\.tsx?$';
const tables = `${server}(features|platform)/.*-tables?\\.ts$`;

/** The domains of server and web, from bottom to top. */
const domains = ['identity', 'people', 'vault', 'billing', 'mail', 'protocol', 'desk', 'service'];

/** The only files with SQL: repositories, tables, the database layer, and two parts of the platform. */
const sqlFiles = [
  '-repository\\.ts$',
  '-tables?\\.ts$',
  `${server}platform/database/`,
  `${server}platform/http/rate-limiter\\.ts$`,
  `${server}platform/jobs/`,
];

function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

/** One rule per domain: it imports only the domains below it. */
function domainsDownward(prefix, application) {
  return domains
    .slice(0, -1)
    .map((domain, at) =>
      forbid(
        `${prefix}nothing-above-${domain}`,
        'A domain imports only the domains below it.',
        { path: `${application}features/${domain}/`, pathNot: test },
        { path: `${application}features/(${domains.slice(at + 1).join('|')})/` },
      ),
    );
}

export default {
  forbidden: [
    forbid('no-cycles', 'No import cycles.', {}, { circular: true }),
    forbid(
      'no-unresolved',
      'Every import resolves, except modules that Vite generates (virtual:).',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    forbid(
      'contract-stands-alone',
      'The contract imports nothing of ours.',
      { path: '^packages/contract/src/' },
      { path: '^(apps|demo|quality|scripts|packages/(?!contract/))' },
    ),
    forbid(
      'locales-stand-alone',
      'The locales import nothing of ours; their tests may import the contract.',
      { path: '^packages/locales/', pathNot: '^packages/locales/test/' },
      { path: '^(apps|demo|quality|scripts|packages/(?!locales/))' },
    ),
    forbid(
      'texts-stand-alone',
      'The long texts import nothing of ours; their tests may import the contract.',
      { path: '^packages/texts/', pathNot: '^packages/texts/test/' },
      { path: '^(apps|demo|quality|scripts|packages/(?!texts/))' },
    ),
    forbid(
      'server-without-web',
      'The server does not import the web application.',
      { path: '^apps/server/' },
      { path: '^apps/web/' },
    ),
    forbid(
      'web-without-server',
      'The web application does not import the server.',
      { path: '^apps/web/' },
      { path: '^apps/server/' },
    ),
    forbid(
      'journeys-from-outside',
      'The sample, journeys, measurements and trials use the product from outside only.',
      { path: '^(demo|quality/(e2e|bench|system))/' },
      { path: '^apps/', pathNot: '^apps/server/run-options\\.json$' },
    ),
    forbid(
      'fakes-stand-alone',
      'A fake implements a protocol and imports nothing of ours.',
      { path: '^quality/fakes/([^/]+)/' },
      {
        path: '^(apps|packages|demo|quality|scripts)/',
        pathNot: '^quality/fakes/$1/',
      },
    ),
    forbid(
      'fakes-only-in-tests',
      'The product imports no fake.',
      { path: '^(apps|packages)/', pathNot: [test, '^apps/server/test/'] },
      { path: '^quality/fakes/' },
    ),
    forbid(
      'platform-knows-no-product',
      'program → features → platform, never back.',
      { path: `${server}platform/` },
      { path: `${server}((features|config|commands)/|[^/]+$)` },
    ),
    forbid(
      'features-below-program',
      'program → features → platform, never back.',
      { path: `${server}features/`, pathNot: test },
      {
        path: `${server}((config|commands)/|[^/]+$)`,
        pathNot: `${server}(context|feature)\\.ts$`,
      },
    ),
    forbid(
      'program-without-commands',
      'Servers and workers import no command.',
      { path: `${server}(config/|[^/]+$)`, pathNot: test },
      { path: `${server}commands/` },
    ),
    forbid(
      'features-through-what-they-publish',
      'A feature imports another only through its index.ts.',
      { path: `${server}features/([^/]+/[^/]+)/`, pathNot: [test, tables] },
      {
        path: `${server}features/[^/]+/`,
        pathNot: [
          `${server}features/$1/`,
          `${server}features/[^/]+/[^/]+/index\\.ts$`,
          // The parts of one state machine, not yet features of their own.
          `${server}features/protocol/(?!check-ins|dashboard|rehearsal)`,
        ],
      },
    ),
    ...domainsDownward('', server),
    forbid(
      'rules-are-pure',
      'Rules import only the contract and other rules.',
      { path: `${server}.*-rules\\.ts$` },
      { pathNot: ['^packages/contract/src/', `${server}.*-rules\\.ts$`] },
    ),
    forbid(
      'sql-in-repositories',
      'Only repositories, tables and the database layer import drizzle-orm.',
      { path: server, pathNot: [...sqlFiles, test] },
      { path: '(^|/)drizzle-orm(/|$)' },
    ),
    forbid(
      'tables-in-repositories',
      'Only repositories and other tables import tables; an index.ts may publish them.',
      { path: server, pathNot: [...sqlFiles, '/index\\.ts$', test] },
      { path: tables },
    ),
    forbid(
      'tables-import-tables',
      'Tables import only tables and rules, because `npm run migration` loads them alone.',
      { path: tables },
      {
        path: `${server}features/`,
        pathNot: [tables, '-rules\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'ui-knows-no-product',
      'app → features → ui and platform, never back.',
      { path: `${web}ui/` },
      { path: `${web}(features|app)/` },
    ),
    forbid(
      'web-features-below-app',
      'app → features → ui and platform, never back.',
      { path: `${web}features/` },
      { path: `${web}app/` },
    ),
    forbid(
      'web-platform-knows-only-the-contract',
      'The platform below the screens imports none of them.',
      { path: `${web}platform/` },
      {
        path: '^(apps|packages)/',
        pathNot: [`${web}platform/`, '^packages/contract/', '^apps/web/test/'],
      },
    ),
    forbid(
      'web-test-doubles-only-in-tests',
      'The application imports no fixtures or stand-ins.',
      { path: web, pathNot: test },
      { path: '^apps/web/test/' },
    ),
    forbid(
      'web-features-through-what-they-publish',
      'A feature reaches another only through its folder public/.',
      { path: `${web}features/([^/]+/[^/]+)/`, pathNot: test },
      {
        path: `${web}features/[^/]+/`,
        pathNot: [`${web}features/$1/`, `${web}features/[^/]+/[^/]+/public/`],
      },
    ),
    ...domainsDownward('web-', web),
    forbid(
      'recipients-page-stands-alone',
      'The recipient’s page is small and runs in old browsers: it shares only styles and the stored language with the application.',
      { path: `${web}recipient/` },
      {
        path: web,
        pathNot: [
          `${web}recipient/`,
          `${web}ui/theme/[\\w-]+\\.css`,
          `${web}ui/language/language-storage\\.ts$`,
          `${web}platform/storage/browser-storage\\.ts$`,
        ],
      },
    ),
    forbid(
      'application-without-recipients-page',
      'The application does not import the recipient’s page.',
      { path: web, pathNot: `${web}recipient/` },
      { path: `${web}recipient/` },
    ),
  ],
  options: {
    // The default parser needs an API that TypeScript 7 lacks, and finds no modules without it.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
