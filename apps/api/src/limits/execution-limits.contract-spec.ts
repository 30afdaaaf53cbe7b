/** Execution limits over HTTP. Nothing runs, so an admitted waiting caller gets 202. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLimitedWorkflow, withTimeInWindow } from '../testing/limited-workflow.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, TestApi } from '../testing/test-api.js';

const api = openTestApi({ env: { FLOWLEDGER_SYNC_TIMEOUT_MS: '50' } });
let other: TestApi;

beforeAll(async () => {
  other = await api.another();
});

/** Uses up the limit with concurrent calls, then calls once more. */
async function useUp(limit: number, call: () => Promise<Answer>): Promise<Answer> {
  const taken = await Promise.all(Array.from({ length: limit }, () => call()));
  expect(taken.map(({ status }) => status)).toEqual(taken.map(() => 202));
  return call();
}

/** @param whose Default: all callers of the account */
function expectRefusal(refused: Answer, limit: number, mode: 'sync' | 'async', whose = ''): void {
  expect([refused.status, refused.body]).toEqual([
    429,
    {
      error: `The limit of ${limit} ${mode}hronous executions per minute${whose} was reached; try again later`,
      code: 'RATE_LIMITED',
      requestId: expect.any(String),
    },
  ]);
  const retryAfter = Number(refused.headers['retry-after']);
  expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60).toBe(true);
}

/** Limit and remaining of both windows. */
const windowsOf = ({ body }: Answer<'listLogs'>): unknown => {
  const { sync, async } = body.limits.workflowExecutionRateLimit;
  return [sync.limit, sync.remaining, async.limit, async.remaining];
};

describe('the execution limit of a plan', () => {
  it('spec 8.12: refuses a sync call with 429, and all instances report 0 left', async () => {
    const { execute, logs } = await createLimitedWorkflow(api, { plan: 'free' });
    await withTimeInWindow(15_000);
    expectRefusal(await useUp(10, execute), 10, 'sync');
    for (const instance of [api, other])
      expect(windowsOf(await logs(instance))).toEqual([10, 0, 50, 50]);
    expect((await execute('async')).status).toBe(202);
    expect(windowsOf(await logs())).toEqual([10, 0, 50, 49]);
  });

  it('spec 8.12: refuses an async call with 429, and all instances report 0 left', async () => {
    const { execute, logs } = await createLimitedWorkflow(api, { plan: 'free' });
    await withTimeInWindow(15_000);
    expectRefusal(await useUp(50, () => execute('async')), 50, 'async');
    for (const instance of [api, other])
      expect(windowsOf(await logs(instance))).toEqual([10, 10, 50, 0]);
    expect((await execute()).status).toBe(202);
    expect(windowsOf(await logs())).toEqual([10, 9, 50, 0]);
  });

  it.each([
    ['that waits for its response', true, [8, 10], 'sync', [10, 0, 50, 50]],
    ['that answers at once', false, [40, 50], 'async', [10, 10, 50, 0]],
  ] as const)(
    'refuses a trigger URL %s with 429 and leaves a fifth of the limit to calls by id',
    async (_, hasResponse, [open, limit], mode, windows) => {
      const own = { triggerCallsPerMinute: 100, triggerCallsPerAddressPerMinute: 100 };
      const { trigger, execute, logs } = await createLimitedWorkflow(api, {
        ...{ plan: 'free', own, hasResponse },
      });
      await withTimeInWindow(15_000);
      const whose = ' for callers without an API key';
      expectRefusal(await useUp(open, trigger), open, mode, whose);
      expectRefusal(await useUp(limit - open, () => execute(mode)), limit, mode);
      expect(windowsOf(await logs())).toEqual(windows);
    },
  );
});
