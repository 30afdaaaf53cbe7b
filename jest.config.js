// Projects by cost: unit (pure, no I/O), contract (real Kafka and Postgres), e2e (whole processes),
// downstream (foreign clients read our topics); on request: registry (a foreign one), fuzz.
const shared = {
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
  // Jest's default of five seconds is too short on a shared machine.
  testTimeout: 60_000,
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
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
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
