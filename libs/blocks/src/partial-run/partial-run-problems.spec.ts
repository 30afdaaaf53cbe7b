import { describe, expect, it } from '@jest/globals';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import { checkDefinition } from '../check-definition.js';
import { partialRun, type PartialRunRequest } from './partial-run.js';
import { partialRunProblems } from './partial-run-problems.js';

const block = (id: string, type: string, config: object = {}) => ({ id, type, name: id, config });
const start = block('start', 'manual');
const values = (id: string, value: unknown = 1) => block(id, 'variables', { values: { value } });
const broken = (id: string) => block(id, 'api', { method: 'GETT' });
const edge = (from: string, to: string, port?: string) => ({ from, to, ...(port && { port }) });

function problemsOf(
  blocks: readonly object[],
  edges: readonly object[],
  request: Partial<PartialRunRequest> = {},
): readonly Pick<DefinitionProblem, 'code' | 'blockId'>[] {
  const draft = { blocks: [start, ...blocks], edges, variables: {} } as WorkflowDefinition;
  const run = partialRun(draft, { pinned: {}, toBlockId: null, onlyBlockId: null, ...request });
  if (!run.ok) throw new Error(JSON.stringify(run.refused));
  const checked = checkDefinition(draft);
  const steps = partialRunProblems(run, checked.ok ? [] : checked.problems);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value.map(({ code, blockId }) => ({ code, blockId }));
  }
}

describe('the problems of a trial', () => {
  it('are those of the blocks that it reaches', () => {
    const blocks = [values('a'), broken('b'), broken('alone')];
    const edges = [edge('start', 'a'), edge('a', 'b')];
    expect(new Set(problemsOf(blocks, edges).map(({ blockId }) => blockId))).toEqual(
      new Set(['b']),
    );
    expect(problemsOf(blocks, edges, { toBlockId: 'a' })).toEqual([]);
    expect(problemsOf(blocks, edges, { pinned: { b: { data: 1 } } })).toEqual([]);
  });

  it('are found although an unreached block stopped the check early', () => {
    const edges = [edge('start', 'a')];
    expect(problemsOf([values('a', '<nobody.x>'), broken('alone')], edges)).toEqual([
      { code: 'UNKNOWN_REFERENCE', blockId: 'a' },
    ]);
    const misnamed = { ...values('alone'), name: '?' };
    const found = problemsOf([broken('a'), misnamed], edges);
    expect(new Set(found.map(({ blockId }) => blockId))).toEqual(new Set(['a']));
  });

  it('have a cycle that the run enters, and none that it does not', () => {
    const cycle = [edge('a', 'b'), edge('b', 'a')];
    const blocks = [values('a'), values('b'), broken('alone'), values('c')];
    const [first] = problemsOf(blocks, [edge('start', 'a'), ...cycle]);
    expect(first?.code).toBe('CYCLE');
    expect(problemsOf(blocks, [edge('start', 'c'), ...cycle])).toEqual([]);
    const own = edge('c', 'c');
    expect(problemsOf(blocks, [...cycle, edge('start', 'c'), own])).toEqual([
      { code: 'CYCLE', blockId: 'c' },
    ]);
  });

  it('let a reference to a broken block give nothing', () => {
    const blocks = [values('a', '<alone.data>'), broken('alone')];
    expect(problemsOf(blocks, [edge('start', 'a')])).toEqual([]);
  });

  it('ignore edges that lead nowhere', () => {
    expect(problemsOf([values('a')], [edge('start', 'a'), edge('a', 'nowhere')])).toEqual([]);
  });
});
