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

module.exports = {
  forbidden: [
    ...libraryRules,
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
