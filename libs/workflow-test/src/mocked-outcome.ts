/** What a mocked block gives, as if it had run. Pure. */
import { type BlockOutcome, statusError } from '@libs/blocks';
import type { Mock, MockedRun } from './workflow-test.js';

/** A test can't go on: the test itself has to be changed. */
export class TestSetupError extends Error {
  override readonly name = 'TestSetupError';
}

/**
 * @param run of this block, from 0
 * @throws TestSetupError when the block runs more often than the mock says
 */
export function mockedRun(mock: Mock, blockId: string, run: number): MockedRun {
  if (mock.each === undefined) return mock;
  const one = mock.each[run];
  if (one !== undefined) return one;
  throw new TestSetupError(
    `the block "${blockId}" runs more often than mocks.${blockId}.each has entries (${mock.each.length})`,
  );
}

interface ApiOutput {
  readonly status?: number | null;
}

/** A status outside 2xx is an answer too: it only matters to an `error` edge. */
function apiOutcome({ output, error, port = 'out' }: MockedRun): BlockOutcome {
  const status = (output as ApiOutput | undefined)?.status ?? (error === undefined ? 200 : null);
  const failed = status !== null && (status < 200 || status > 299) ? statusError(status) : null;
  const told = error ?? failed;
  const given = { data: null, headers: {}, ...(output as object | undefined), status };
  return {
    input: null,
    output: { ...given, error: told && { ...told, attempts: 1 } },
    ports: [port],
    error: told,
    tolerable: error === undefined && failed !== null,
    attempts: 1,
  };
}

export function mockedOutcome(blockType: string, run: MockedRun): BlockOutcome {
  if (blockType === 'api') return apiOutcome(run);
  const { output = null, error = null, port = 'out' } = run;
  return { input: null, output, ports: [port], error, tolerable: false, attempts: 1 };
}
