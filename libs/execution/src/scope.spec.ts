import { describe, expect, it } from '@jest/globals';
import { compileWorkflow } from '@libs/blocks';
import type { BlockCompleted, ExecutionStarted } from '@libs/contracts';
import { evolve, newHistory } from './history.js';
import { createScope, longTextLength } from './scope.js';
import { blockErrorOf } from './walk.js';

const { workflow } = compileWorkflow({
  blocks: [
    { id: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'one', type: 'variables', name: 'One', config: { values: { total: 2 } } },
    { id: 'two', type: 'variables', name: 'Two', config: { values: { Total: { n: 3 }, x: 1 } } },
    { id: 'code', type: 'function', name: 'Code', config: { code: 'throw 1' } },
  ],
  edges: [],
  variables: { total: 1, other: 'o' },
});

const history = newHistory('e');
let sequence = 0;
function completed(
  blockId: string,
  output: unknown,
  error: BlockCompleted['error'] = null,
  of = history,
): void {
  sequence += 1;
  const result = { blockId, iteration: '', ports: ['out'], sequence };
  const event = { ...result, output: JSON.stringify(output), error };
  evolve(of, { type: 'BlockCompleted', data: event as unknown as BlockCompleted });
}
const secrets = {
  byName: new Map<string, string>(),
  hosts: new Map<string, readonly string[]>(),
  headers: new Map<string, string>(),
  masked: [],
};
const scope = createScope(workflow, history, secrets);

describe('a scope', () => {
  it('gives a variable the value that a variables block assigned last', () => {
    expect(scope.variable('total', [])).toBe(1);
    completed('one', { total: 2 });
    expect(scope.variable('total', [])).toBe(2);
    completed('two', { Total: { n: 3 }, x: 1 });
    expect(scope.variable('total', ['n'])).toBe(3);
    expect(scope.variable('other', [])).toBe('o');
  });

  it('gives the error of a failed block next to its output', () => {
    const error = { code: 'FUNCTION_FAILED', message: 'no', blockId: 'code', blockName: 'Code' };
    completed('code', { result: null, console: ['x'] }, error);
    expect(scope.block('code', ['error'])).toEqual({ code: 'FUNCTION_FAILED', message: 'no' });
    expect(scope.block('code', ['console'])).toEqual(['x']);
  });

  it('parses one long referenced value per call, and each only once', () => {
    const long = 'x'.repeat(longTextLength);
    const own = newHistory('f');
    completed('one', { total: [long] }, null, own);
    completed('two', { Total: { n: long }, x: 1 }, null, own);
    const references = { blocks: new Set(['one', 'code']), variables: new Set(['total']) };
    const fresh = createScope(workflow, own, secrets);
    expect([1, 2, 3].map(() => fresh.parseAhead(references))).toEqual([true, true, false]);
    expect(fresh.variable('total', ['n'])).toBe(long);
  });

  it("has the workspace's variables as the execution recorded them when it began, and null for others", () => {
    const own = newHistory('g');
    const before = createScope(workflow, newHistory('h'), secrets);
    expect(before.environment('A', [])).toBeNull();
    const environment = '{"A":{"b":[1]},"__proto__":2}';
    const begun = { sequence: 1, triggerBlockId: 'start', input: '{}', carried: null, environment };
    evolve(own, { type: 'ExecutionStarted', data: begun as unknown as ExecutionStarted });
    const fresh = createScope(workflow, own, secrets);
    expect(fresh.environment('A', ['b', '0'])).toBe(1);
    expect([fresh.environment('__proto__', []), fresh.environment('toString', [])]).toEqual([
      2,
      null,
    ]);
  });

  it('gives a secret with hosts to calls only', () => {
    const values = {
      ...secrets,
      byName: new Map([
        ['FREE', 'f'],
        ['BOUND', 'b'],
      ]),
      hosts: new Map([['BOUND', ['erp.example']]]),
    };
    const own = createScope(workflow, history, values);
    expect([own.secret('FREE'), own.sentSecret('FREE')]).toEqual(['f', { value: 'f', hosts: [] }]);
    expect(own.sentSecret('BOUND')).toEqual({ value: 'b', hosts: ['erp.example'] });
    expect(() => own.secret('BOUND')).toThrow('may be sent to erp.example only');
    expect(() => own.sentSecret('NONE')).toThrow('no secret "NONE"');
    const error = (use: () => unknown): unknown => {
      try {
        return use();
      } catch (thrown) {
        return blockErrorOf(thrown).code;
      }
    };
    expect([error(() => own.secret('BOUND')), error(() => own.secret('NONE'))]).toEqual([
      'SECRET_HOST_DENIED',
      'UNKNOWN_SECRET',
    ]);
  });
});
