/**
 * Tests of a workflow: their shape, one run with the engine's walk and decisions, and what it did
 * not meet. Nothing reaches the outside: a block that would is mocked, or the test fails.
 */
export { TestSetupError } from './mocked-outcome.js';
export { type ApartEnd, runTestsApart } from './run-apart.js';
export { runTest } from './test-run.js';
export type { StoredTest, TestResult } from './test-results.js';
export { type Unmet, unmetOf } from './unmet.js';
export { maxTests, readTests, type TestProblem, type WorkflowTest } from './workflow-test.js';
