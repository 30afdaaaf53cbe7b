// One-way dependencies: another library is imported only through its index.ts, and only if listed.
const layers = {
  'event-loop': [],
  client: [],
  contracts: [],
  config: [],
  security: [],
  egress: [],
  sandbox: [],
  'event-log': ['event-loop'],
  workflow: [],
  consuming: ['contracts', 'event-log'],
  ledger: ['contracts', 'event-log', 'consuming'],
  blocks: ['workflow', 'egress', 'sandbox', 'contracts', 'event-loop'],
  execution: ['workflow', 'contracts', 'blocks'],
  'workflow-test': ['workflow', 'contracts', 'blocks', 'execution', 'sandbox'],
  persistence: ['contracts', 'config', 'security', 'workflow'],
  archive: ['event-log'],
  'execution-view': ['contracts', 'event-loop', 'execution', 'persistence'],
  delivery: ['contracts', 'egress', 'security'],
  platform: ['config', 'event-log', 'contracts', 'persistence', 'security'],
  'local-stack': ['config', 'security'],
};

const libraryRules = Object.entries(layers).map(([name, allowed]) => ({
  name: `libs-${name}-depends-one-way`,
  comment: `libs/${name} may depend only on: ${allowed.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^libs/${name}/`, pathNot: '\\.(spec|contract-spec)\\.ts$' },
  to: { path: '^(libs|apps|test|bench)/', pathNot: `^libs/(${[name, ...allowed].join('|')})/` },
}));

const dashboard = '^apps/dashboard/src/';
/** The floors of the dashboard: each imports only the ones it names. */
const floors = {
  core: [],
  ui: [],
  text: [],
  data: ['core'],
  parts: ['ui', 'data', 'core', 'text'],
  pages: ['parts', 'ui', 'data', 'core', 'text'],
  app: ['pages', 'parts', 'ui', 'data', 'core', 'text'],
};

const floorRules = Object.entries(floors).map(([name, allowed]) => ({
  name: `dashboard-${name}-imports-downwards`,
  comment: `src/${name} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `${dashboard}${name}/` },
  to: { path: dashboard, pathNot: `${dashboard}(${[name, ...allowed].join('|')})/` },
}));

const dashboardRules = [
  ...floorRules,
  {
    name: 'dashboard-pages-are-islands',
    comment: 'Move what two pages share into parts/.',
    severity: 'error',
    from: { path: `${dashboard}pages/([^/]+)/` },
    to: { path: `${dashboard}pages/`, pathNot: `${dashboard}pages/$1/` },
  },
  {
    name: 'dashboard-pages-are-entered-by-route',
    comment: 'The app loads a page through its route.ts, so that the route tree stays small.',
    severity: 'error',
    from: { path: `${dashboard}app/` },
    to: { path: `${dashboard}pages/[^/]+/(?!route\\.ts$)` },
  },
  {
    name: 'dashboard-core-stays-pure',
    comment: 'core/ and model/ have no React, no DOM and no network.',
    severity: 'error',
    from: { path: `${dashboard}(core|pages/[^/]+/model)/` },
    to: {
      path: [
        'node_modules/(react|react-dom|@tanstack|react-aria-components)/',
        `${dashboard}(data|ui|parts|app)/`,
        '\\.css$',
      ],
    },
  },
  {
    name: 'dashboard-kit-knows-no-domain',
    comment: 'ui/ has no library of ours, no router and no query.',
    severity: 'error',
    from: { path: `${dashboard}ui/` },
    to: { path: ['^libs/', 'node_modules/@tanstack/'] },
  },
  {
    name: 'dashboard-uses-two-libraries',
    comment:
      'The browser runs libs/client and libs/workflow only. Specs hold its rules against others.',
    severity: 'error',
    from: { path: dashboard, pathNot: ['\\.spec\\.ts$', '/testing/'] },
    to: { path: '^(libs|apps)/', pathNot: ['^apps/dashboard/', '^libs/(client|workflow)/'] },
  },
  {
    name: 'nobody-imports-the-dashboard',
    comment: 'It is served as built files.',
    severity: 'error',
    from: { pathNot: '^apps/dashboard/' },
    to: { path: '^apps/dashboard/' },
  },
];

module.exports = {
  forbidden: [
    ...libraryRules,
    ...dashboardRules,
    {
      name: 'library-entered-by-index-only',
      comment: 'Import @libs/<name>, never a file inside a library.',
      severity: 'error',
      from: { path: '^(apps|libs|test|bench)/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/(?!index\\.ts$)', pathNot: '^libs/$2/' },
    },
    {
      name: 'apps-do-not-know-each-other',
      comment: 'Apps talk through topics. Only standalone composes them.',
      severity: 'error',
      from: { path: '^apps/(?!standalone/)([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'kafkajs-lives-in-one-library',
      comment: 'Replacing the Kafka client must change one folder only.',
      severity: 'error',
      from: { pathNot: '^libs/event-log/' },
      to: { path: 'node_modules/kafkajs' },
    },
    {
      name: 'pure-core-stays-pure',
      comment: 'decide/evolve: no clock, no I/O, no Nest.',
      severity: 'error',
      from: { path: '^libs/(execution|workflow)/', pathNot: '\\.spec\\.ts$' },
      to: { path: ['node_modules/@nestjs', 'node_modules/pg/', 'node_modules/typeorm'] },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
