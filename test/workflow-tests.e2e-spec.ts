/** Tests that are stored on the server, run by a runner for a caller of the api. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { callOf, save, start } from './support/run-workflows.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';

let cluster: Cluster;
let stub: CountingStub;

beforeAll(async () => {
  [cluster, stub] = await Promise.all([startCluster(['api', 'runner']), startCountingStub()]);
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

interface Run {
  readonly state: string;
  readonly results: readonly {
    readonly passed: boolean;
    readonly differences: readonly object[];
  }[];
}

describe('tests of a workflow', () => {
  it('run against the draft, in a runner, without a call to the outside', async () => {
    const seen = {
      ...{ id: 'seen', type: 'variables', name: 'seen' },
      config: { values: { got: '<call.data.n>' } },
    };
    const id = await save(cluster, {
      blocks: [start, callOf(stub.url), seen],
      edges: [
        { from: 'start', to: 'call' },
        { from: 'call', to: 'seen' },
      ],
    });
    const path = `/api/v1/workflows/${id}/tests`;
    const mocks = { call: { output: { data: { n: 5 } } } };
    const tests = [{ got: 5 }, { got: 6 }].map((output, at) => ({
      test: { name: `test ${at}`, mocks, expect: { output, path: ['start', 'call', 'seen'] } },
    }));
    expect((await cluster.api.call('PUT', path, { tests })).status).toBe(200);
    const { status, json } = await cluster.api.call('POST', `${path}/run`, {});
    const { state, results } = json.data as Run;
    expect([status, state, results.map(({ passed }) => passed)]).toEqual([
      ...[200, 'ended', [true, false]],
    ]);
    expect(results[1]?.differences).toEqual([
      { field: 'output.got', expected: 6, got: 5, isCut: false },
    ]);
    expect(stub.calls).toHaveLength(0);
  });
});
