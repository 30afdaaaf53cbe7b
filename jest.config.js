// Projects by cost: unit (pure, no I/O), contract (real Kafka and Postgres), e2e (whole processes),
// downstream (foreign clients read our topics), journey (a browser on the dashboard); on request:
// registry (a foreign one), fuzz.

/** Tests that measure time or use both cores: each runs without another one beside it. */
const alone = ['hostile', 'families', 'fairness', 'slow-callers', 'anonymous-flood', 'chaos'];
/** Left out by `npm test -- --quick`, which has no end-to-end tests either. */
const slow = [
  // A million rows in each table, or values of megabytes.
  ...['statements', 'export-bucket', 'large-logs', 'execution-streams', 'export-logs'],
  // Brokers and databases that die or do not answer.
  ...['broker-loss', 'broker-outage', 'broker-watch', 'stack', 'bounded-connections'],
  // Each starts a broker of its own.
  ...['ownership', 'runner', 'runner-limits', 'trials', 'relay-consumer', 'recovery'],
  ...[
    'delivery/src/delivery',
    'delivery/src/subscriptions/subscriptions',
    'unrecorded',
    'hostile-receivers',
  ],
  // Thousands of hostile calls, or waits of several seconds.
  ...['abuse', 'escape', 'unseen-executions'],
  // Every operation in turn, or an outage.
  ...['sessions', 'limited-keys', 'answers', 'audit-events', 'trigger-limits'],
];

const pathsOf = (names) => `/(${names.join('|')})\\.(contract|e2e|downstream)-spec\\.ts$`;
/** For scripts/test.mjs, which chooses files by their paths. */
export const isAlone = (path) => new RegExp(pathsOf(alone)).test(path);

/** Set by scripts/test.mjs. Without a group, every test file of a project runs. */
const leftOut = {
  together: [pathsOf(alone)],
  alone: [`^(?!.*${pathsOf(alone)})`],
  quick: [pathsOf([...alone, ...slow])],
}[process.env['TEST_GROUP']];

const shared = {
  ...(leftOut && { testPathIgnorePatterns: ['/node_modules/', ...leftOut] }),
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^@libs/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '^@apps/(.*)$': '<rootDir>/apps/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '^.+\\.ts$': '@swc/jest' },
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
};

export default {
  // Jest's default of five seconds is too short on a shared machine: a page that axe reads in 20 s
  // took over 120 s at a load of 13 for each core.
  testTimeout: 300_000,
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs}/**/*.spec.ts', '<rootDir>/scripts/*.spec.mjs'],
    },
    {
      ...shared,
      displayName: 'contract',
      testMatch: ['<rootDir>/{apps,libs,test}/**/*.contract-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'downstream',
      testMatch: ['<rootDir>/test/downstream/*.downstream-spec.ts'],
      globalSetup: '<rootDir>/test/downstream/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'journey',
      testMatch: ['<rootDir>/apps/dashboard/journeys/*.journey.ts'],
      globalSetup: '<rootDir>/apps/dashboard/journeys/support/global-setup.mjs',
      globalTeardown: '<rootDir>/apps/dashboard/journeys/support/global-teardown.mjs',
    },
    {
      ...shared,
      displayName: 'registry',
      testMatch: ['<rootDir>/test/downstream/*.registry-spec.ts'],
    },
    {
      ...shared,
      displayName: 'fuzz',
      testMatch: ['<rootDir>/test/fuzz/*.fuzz-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
