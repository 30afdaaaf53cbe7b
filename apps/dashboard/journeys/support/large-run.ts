/** A workflow that runs two blocks an iteration, and fails one more in one of them. */
import { type Block, deployedBlocks } from './executions.js';

export function deployedLargeRun(iterations: number, badIteration: number): Promise<string> {
  const blocks: Block[] = [
    {
      ...{ id: 'each', type: 'loop', name: 'Each line' },
      config: { type: 'count', count: iterations, failFast: false },
    },
    {
      ...{ id: 'line', type: 'variables', name: 'Read line' },
      config: { values: { number: '<loop.index>' } },
    },
    {
      ...{ id: 'check', type: 'condition', name: 'Check line' },
      config: {
        conditions: [
          { port: 'bad', expression: `<loop.index> === ${String(badIteration)}` },
          { port: 'good' },
        ],
      },
    },
    {
      ...{ id: 'refuse', type: 'function', name: 'Refuse line' },
      config: { code: 'throw new Error("This line is bad");' },
    },
  ];
  return deployedBlocks('Journey of many blocks', blocks, [
    ...['start -> each', 'each.each -> line', 'line -> check', 'check.bad -> refuse'],
  ]);
}
