import { describe, expect, it } from '@jest/globals';
import { after } from '../edit/testing/draft.js';
import type { AddPlace } from './add-place.js';
import { addBlockCommand } from './add-block.js';
import { findOffers } from './find-offers.js';
import { freeId, freeName, newBlock } from './new-block.js';
import { offersAt } from './offers.js';
import { synonyms } from './synonyms.js';
import { problemFields, serverTypes } from './testing/server.js';

const block = (id: string, type: string, name = id) => ({ id, type, name, config: {} });

const definition = {
  blocks: [
    block('hook', 'webhook', 'Order received'),
    block('call', 'api', 'HTTP request'),
    block('lines', 'loop', 'For each line'),
    block('answer', 'response', 'Accept'),
    block('remark', 'note', 'Remark'),
  ],
  edges: [
    { from: 'hook', to: 'call' },
    { from: 'call', to: 'answer' },
    { from: 'call', to: 'lines' },
  ],
};

/** `hook > call, call error> answer` of the draft after a block was added. */
function edgesAfter(place: AddPlace, type: string): string {
  const known = serverTypes.get(type);
  if (known === undefined) throw new Error(`no type ${type}`);
  const added = newBlock(known, definition, { pathEnding: '1' });
  const text = after(
    JSON.stringify(definition),
    addBlockCommand(definition, serverTypes, place, added),
  );
  const { edges } = JSON.parse(text) as {
    edges: { from: string; to: string; port?: string }[];
  };
  return edges.map(({ from, port = '', to }) => `${from} ${port}> ${to}`).join(', ');
}

const search = (query: string, place: AddPlace = { kind: 'alone' }): string[] =>
  findOffers(offersAt(definition, serverTypes, place), query).map(({ type }) => type.type);

describe('addBlockCommand', () => {
  it('puts what followed a port behind the new block', () => {
    expect(edgesAfter({ kind: 'after', from: 'call', isBranch: false }, 'wait')).toBe(
      'hook > call, pause > answer, pause > lines, call > pause',
    );
  });

  it('leaves what followed where it is when a branch is asked for', () => {
    expect(edgesAfter({ kind: 'after', from: 'call', isBranch: true }, 'wait')).toBe(
      'hook > call, call > answer, call > lines, call > pause',
    );
  });

  it('splits an edge, and leads on by the first port of a condition', () => {
    const edge = { from: 'call', to: 'answer' };
    expect(edgesAfter({ kind: 'edge', edge }, 'condition')).toBe(
      'hook > call, call > lines, check yes> answer, call > check',
    );
  });

  it('starts a body', () => {
    expect(edgesAfter({ kind: 'body', container: 'lines' }, 'api')).toContain('lines each> call2');
  });

  it('has no edge alone', () => {
    expect(edgesAfter({ kind: 'alone' }, 'note')).toBe('hook > call, call > answer, call > lines');
  });
});

describe('newBlock', () => {
  it('has only problems that its author can solve, in its configuration', () => {
    for (const type of serverTypes.values()) {
      const { block: text } = newBlock(type, { blocks: [] }, { pathEnding: 'a1' });
      const hook = { id: 'first', type: 'manual', name: 'First', config: {} };
      const isTrigger = type.role === 'trigger';
      const blocks = [...(isTrigger ? [] : [hook]), JSON.parse(text) as object];
      const own = `INVALID_CONFIG blocks`;
      const problems = problemFields({ blocks, edges: [] });
      for (const problem of problems) expect(problem).toMatch(/^INVALID_CONFIG config/);
      expect(problems).not.toContain(own);
    }
  });

  it('counts on where a name or an id is taken, as the server compares them', () => {
    expect(freeName('http REQUEST', definition)).toBe('http REQUEST 2');
    expect(freeId('call', definition)).toBe('call2');
    expect(freeName('Ärger & Co', { blocks: [] })).toBe('rger Co');
    expect(freeName('3 times', { blocks: [] })).toBe('Block 3 times');
    const names = ['Wait', 'Wait 2'].map((name) => block(name, 'wait', name));
    expect(freeName('Wait 2', { blocks: names })).toBe('Wait 3');
  });
});

describe('findOffers', () => {
  it.each([
    ['http', 'api'],
    ['curl', 'api'],
    ['if', 'condition'],
    ['llm', 'agent'],
    ['sleep', 'wait'],
    ['human', 'approval'],
    ['javascript', 'function'],
    ['foreach', 'loop'],
    ['assign', 'variables'],
    ['subflow', 'workflow'],
    ['return', 'response'],
    ['Loo', 'loop'],
    ['/ par', 'parallel'],
  ])('finds by %s first: %s', (query, type) => {
    expect(search(query)[0]).toBe(type);
  });

  it('tells which word was hit, and what can not be added last', () => {
    const found = findOffers(offersAt(definition, serverTypes, { kind: 'alone' }), 'ask');
    expect(found.map(({ type, refusal }) => [type.type, refusal?.reason])).toEqual([
      ['api', undefined],
      ['agent', undefined],
      ['approval', undefined],
      ['chat', 'secondTrigger'],
    ]);
    expect(found[2]?.synonym).toEqual({ text: 'ask a person', from: 0, to: 3 });
  });

  it('finds nothing in the middle of other words', () => {
    expect(search('zzz')).toEqual([]);
    expect(search('ife')).toEqual([]);
  });

  it('has words for every type', () => {
    expect(Object.keys(synonyms).sort()).toEqual([...serverTypes.keys()].sort());
  });
});

describe('offersAt', () => {
  const refused = (place: AddPlace, of = definition): Record<string, string> =>
    Object.fromEntries(
      offersAt(of, serverTypes, place).flatMap(({ type, refusal }) =>
        refusal === null ? [] : [[type.type, refusal.reason]],
      ),
    );

  it('refuses a second trigger, a trigger behind a block, and edges of notes', () => {
    expect(refused({ kind: 'alone' })).toMatchObject({ chat: 'secondTrigger' });
    const without = { blocks: definition.blocks.slice(1), edges: [] };
    expect(refused({ kind: 'alone' }, without)).toEqual({});
    const place = { kind: 'after', from: 'call', isBranch: false } as const;
    expect(refused(place, without)).toMatchObject({
      chat: 'triggerNotFirst',
      note: 'noteHasNoEdges',
    });
    expect(refused({ ...place, from: 'remark' })).toMatchObject({ api: 'afterNote' });
    expect(refused({ ...place, from: 'gone' })).toMatchObject({ api: 'placeIsGone' });
  });

  it('lets a response stand in a body, as the server does', () => {
    expect(refused({ kind: 'body', container: 'lines' })).not.toHaveProperty('response');
  });
});
