import { describe, expect, it } from '@jest/globals';
import { maxExecutionOutputBytes, maxExecutionResults } from '@libs/contracts';
import { evolve, newHistory, type ExecutionEvent, type ExecutionHistory } from './history.js';
import { parkedStateOf, restoreHistory } from './parked-state.js';

const large = JSON.stringify('x'.repeat(4 * 1024 * 1024));

/** The results of blocks that run one after another. */
function given(outputs: readonly string[], input: string | null = null): ExecutionHistory {
  const history = newHistory('e');
  for (const [index, output] of outputs.entries())
    evolve(history, {
      type: 'BlockCompleted',
      data: {
        executionId: 'e',
        sequence: index + 1,
        blockId: `b${index}`,
        iteration: '',
        ports: ['out'],
        error: null,
        input,
        output,
        cost: 0,
        models: null,
      },
    } as unknown as ExecutionEvent);
  return history;
}

const textsOf = ({ results }: ExecutionHistory): string[] =>
  [...results.values()].map(({ outputText }) => outputText);

describe('the history of an execution', () => {
  it('keeps outputs up to the byte limit and reports when more were recorded', () => {
    const fitting = Math.floor(maxExecutionOutputBytes / large.length);
    const full = given(Array.from({ length: fitting }, () => large));
    expect(full).toMatchObject({ isTooLarge: false, outputBytes: fitting * large.length });
    const more = given([...Array.from({ length: fitting + 3 }, () => large), 'null', '1']);
    expect(more.isTooLarge).toBe(true);
    expect(more.outputBytes).toBeLessThanOrEqual(maxExecutionOutputBytes);
    expect(textsOf(more).slice(fitting)).toEqual(['null', 'null', 'null', 'null', '1']);
  });

  it('keeps results up to the limit and reports when there are more', () => {
    const history = given(Array.from({ length: maxExecutionResults }, () => 'null'));
    expect(history.isTooLarge).toBe(false);
    evolve(history, {
      type: 'BlockCompleted',
      data: { sequence: 1e9, blockId: 'z', iteration: '', input: null, output: '1', ports: [] },
    } as unknown as ExecutionEvent);
    expect([history.isTooLarge, history.results.size]).toEqual([true, maxExecutionResults]);
  });

  it('is not too large because of null outputs', () => {
    const full = given(['"' + 'x'.repeat(4) + '"', 'null']);
    full.outputBytes = maxExecutionOutputBytes;
    evolve(full, {
      type: 'BlockCompleted',
      data: { sequence: 9, blockId: 'z', iteration: '', input: null, output: 'null', ports: [] },
    } as unknown as ExecutionEvent);
    expect(full.isTooLarge).toBe(false);
  });

  it('counts input bytes, and restores output bytes after a park', () => {
    const history = given(['"one"', '"two"'], '{"a":1}');
    expect(history).toMatchObject({ inputBytes: 14, outputBytes: 10 });
    history.started = { executionId: 'e', triggerBlockId: 't', input: 'null' } as never;
    const { history: restored } = restoreHistory(parkedStateOf(history, null, new Map()), 3, 0);
    expect(restored.outputBytes).toBe(10);
  });
});
