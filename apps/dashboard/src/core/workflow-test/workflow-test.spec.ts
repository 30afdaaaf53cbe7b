import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyEvents, emptyLedger } from '../execution/execution-ledger.js';
import { runFrom } from '../execution/testing/run-from.js';
import { placeOfDifference, shownValue } from './difference-text.js';
import { neededOutputs, type RecordedRun, testFromRun } from './test-from-run.js';
import { hasPart, nameInTest, withPart } from './test-text.js';

const runOf = (lines: readonly string[], type = 'api_trigger'): RecordedRun => ({
  name: 'Orders',
  trigger: { id: 'start', type },
  startedAt: '2026-11-29T08:00:00.000Z',
  status: 'success',
  error: null,
  spans: [...applyEvents(emptyLedger, runFrom(...lines)).spans.values()],
  callsOut: (blockType) => ['api', 'approval'].includes(blockType),
});

describe('a test from a run', () => {
  it('has the input, what called out, the path and the end', () => {
    const run = runOf(['fetch ##', 'count:function ..#', 'answer:response ...#']);
    expect(neededOutputs(run)).toEqual(['start', 'answer', 'fetch']);
    const outputs = new Map<string, unknown>([
      ['start', { order: 7 }],
      ['fetch', { status: 200, data: 5, error: null }],
      ['answer', { status: 201 }],
    ]);
    expect(testFromRun(run, outputs, { ok: true })).toEqual({
      test: {
        name: 'Orders',
        input: { order: 7 },
        now: '2026-11-29T08:00:00.000Z',
        mocks: { fetch: { output: { status: 200, data: 5 } } },
        expect: {
          status: 'success',
          response: { status: 201 },
          output: { ok: true },
          path: ['start', 'fetch', 'count', 'answer'],
        },
      },
      left: [],
      isOrderSure: true,
    });
  });

  it('takes body, query and told headers of a webhook', () => {
    const output = {
      ...{ body: [1], method: 'POST', query: { a: 'b' }, rawBody: '[1]' },
      headers: { 'x-shop': 'one', authorization: '***' },
    };
    const { test } = testFromRun(runOf([], 'webhook'), new Map([['start', output]]), undefined);
    expect(test).toMatchObject({ input: [1], headers: { 'x-shop': 'one' }, query: { a: 'b' } });
    expect(test.headers).not.toHaveProperty('authorization');
  });

  it('lists what each run of a body gave, and names a block whose output was not read', () => {
    const run = runOf(['a@loop[0] #', 'a@loop[1] .#', 'b ..#']);
    const outputs = new Map([
      ['a:loop[0]', 1],
      ['a:loop[1]', 2],
    ]);
    const { test, left } = testFromRun(run, outputs, null);
    expect(test.mocks).toEqual({ a: { each: [{ output: 1 }, { output: 2 }] } });
    expect(left).toEqual(['b']);
  });

  it('expects the failure, and mocks the error that no answer explains', () => {
    const error = { code: 'HTTP_STATUS', message: 'no', blockId: 'fetch', blockName: 'fetch' };
    const run = { ...runOf(['fetch ##x']), status: 'error', error };
    const answered = testFromRun(run, new Map([['fetch', { status: 402, error: {} }]]), null).test;
    expect(answered.mocks).toEqual({ fetch: { output: { status: 402 } } });
    expect(answered.expect).toEqual({
      ...{ status: 'error', error: { code: 'HTTP_STATUS', blockId: 'fetch' } },
      path: ['start', 'fetch'],
    });
    const [unanswered] = Object.values(testFromRun(run, new Map(), null).test.mocks);
    expect(unanswered).toHaveProperty('error.code');
  });

  it('expects no path where blocks ran side by side', () => {
    const { test, isOrderSure } = testFromRun(runOf(['a ##', 'b .##']), new Map(), null);
    expect(isOrderSure).toBe(false);
    expect(test.expect).not.toHaveProperty('path');
  });
});

describe('the text of a test', () => {
  it('loses a part and gets it back, and keeps all digits', () => {
    const text = '{"name":"a","input":12345678901234567890,"mocks":{"x":1}}';
    const without = withPart(text, ['mocks', 'x'], undefined);
    expect(hasPart(without, ['mocks', 'x'])).toBe(false);
    expect(without).toContain('12345678901234567890');
    expect(hasPart(withPart(without, ['mocks', 'x'], 1), ['mocks', 'x'])).toBe(true);
    expect(nameInTest(withPart(text, ['name'], 'b'))).toBe('b');
  });

  it('keeps the bytes of all that is not edited', () => {
    const text = '{"name": "a",\n "mocks": {"2": 1.0, "1": {"output":1e400}}, "input":"\\u0041" }';
    expect(withPart(text, ['name'], 'b')).toBe(text.replace('"a"', '"b"'));
    expect(withPart(text, ['mocks', '1'], undefined)).toBe(
      text.replace(', "1": {"output":1e400}', ''),
    );
    expect(withPart(text, ['mocks', '2'], undefined)).toBe(text.replace('"2": 1.0, ', ''));
    expect(withPart(text, ['expect'], undefined)).toBe(text);
  });

  it('makes what should hold a part, in place of what can not', () => {
    expect(JSON.parse(withPart('{"name":"a"}', ['expect', 'path'], ['x']))).toEqual({
      ...{ name: 'a', expect: { path: ['x'] } },
    });
    expect(withPart('{"mocks":5}', ['mocks', 'x'], 1)).toBe('{"mocks":{\n  "x": 1\n}}');
  });

  it('stays as it is while it is no JSON', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const broken = `{${text}`;
        fc.pre(!broken.trimEnd().endsWith('}'));
        expect(withPart(broken, ['name'], 'x')).toBe(broken);
      }),
    );
  });
});

describe('a difference', () => {
  it.each([
    ['path', { blockId: null, field: 'path' }],
    ['response.status', { blockId: null, field: 'response.status' }],
    ['blocks.call.data[0].id', { blockId: 'call', field: 'data[0].id' }],
    ['blocks.a.b.c', { blockId: 'a.b', field: 'c' }],
    ['blocks.gone.x', { blockId: 'gone', field: 'x' }],
  ])('%s has its place', (field, place) => {
    expect(placeOfDifference(field, ['call', 'a', 'a.b'])).toEqual(place);
  });

  it('shows values as JSON, and cuts long ones', () => {
    expect(shownValue('a', false)).toBe('"a"');
    expect(shownValue(undefined, false)).toBe('null');
    expect(shownValue('[1,2', true)).toBe('[1,2…');
    expect(shownValue('x'.repeat(500), false)).toHaveLength(121);
  });
});
