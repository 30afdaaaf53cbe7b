import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizeName } from '@libs/workflow';
import { serverTypes, structuralProblems } from '../add-block/testing/server.js';
import { chanceFrom } from '../edit/testing/chance.js';
import { after, draft } from '../edit/testing/draft.js';
import { definitionText } from '../edit/testing/random-definition.js';
import { readDefinition } from '../edit/text/read-definition.js';
import { copyBlocks } from './copied-blocks.js';
import { paste } from './paste.js';
import { duplicateBlocks, pasteBlocks } from './paste-command.js';
import { readPaste } from './read-paste.js';

const source = `{
  "blocks": [
    {"id":"hook","type":"webhook","name":"Webhook","config":{"path":"orders"}},
    {"id":"lines","type":"loop","name":"Lines","config":{"type":"forEach","items":"<webhook.body>"}},
    {"id":"call","type":"api","name":"Call","config":{"url":"https://a.example","body":12345678901234567890}},
    {"id":"tell","type":"response","name":"Tell","config":{"body":"<call.data> of <webhook.body>"}}
  ],
  "edges": [
    {"from":"hook","to":"lines"}, {"from":"lines","port":"each","to":"call"},
    {"from":"call","to":"tell"}
  ]
}`;

const pasted = (text: string, into: string): string => {
  const paste = readPaste(text);
  if (paste.kind !== 'blocks') throw new Error(paste.kind);
  const { command } = pasteBlocks(paste.document, readDefinition(draft(into)), serverTypes);
  return command === null ? 'nothing' : after(into, command);
};

describe('readPaste', () => {
  it.each([
    ['curl https://a.example -d x=1', 'curl'],
    ['$ TOKEN=1 /usr/bin/curl https://a.example', 'curl'],
    ['curl -X PROPFIND https://a.example', 'badCurl'],
    ['curling is a sport', 'nothing'],
    ['{"flowledger": 1, "blocks": [{"id":"a"}], "edges": []}', 'blocks'],
    ['{"flowledger": 1, "blocks": []}', 'nothing'],
    ['{"flowledger": 2, "blocks": [{"id":"a"}]}', 'newerCopy'],
    ['{"flowledger": 1}', 'nothing'],
    ['{"a": 1}', 'nothing'],
    ['[]', 'nothing'],
    ['', 'nothing'],
    ['hello: world', 'nothing'],
  ])('takes %s as %s', (text, kind) => {
    expect(readPaste(text).kind).toBe(kind);
  });

  it.each([
    [source, 'definition'],
    [`{"name":"Orders","definition":${source}}`, 'file'],
    ['{"state":{"blocks":{"a":{"type":"starter"}},"edges":[]}}', 'sim'],
    ['{"blocks":{"a":{"type":"starter"}},"edges":[],"loops":{}}', 'sim'],
    ['name: Orders\ndefinition:\n  blocks:\n    - id: hook\n', 'yaml'],
  ])('offers a whole workflow to the import', (text, format) => {
    expect(readPaste(text)).toMatchObject({ kind: 'workflow', format });
  });

  it('has an answer to any text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant('curl '),
      fc.string().map((one) => `curl ${one}`),
    );
    fc.assert(fc.property(texts, (text) => typeof readPaste(text).kind === 'string'));
  });
});

describe('copied blocks', () => {
  it('are their bytes, with the bodies of containers and the edges between them', () => {
    const text = copyBlocks(draft(source), ['lines']) ?? '';
    expect(text).toContain('"body":12345678901234567890');
    expect(JSON.parse(text)).toMatchObject({
      flowledger: 1,
      blocks: [{ id: 'lines' }, { id: 'call' }, { id: 'tell' }],
      edges: [
        { from: 'lines', port: 'each', to: 'call' },
        { from: 'call', to: 'tell' },
      ],
    });
    expect(copyBlocks(draft(source), ['gone'])).toBeNull();
  });

  it('get names and ids of their own, and references among them follow', () => {
    const text = pasted(copyBlocks(draft(source), ['lines']) ?? '', source);
    const { blocks } = readDefinition(draft(text));
    expect(blocks.slice(4).map(({ id, name }) => `${id}: ${name}`)).toEqual([
      'lines2: Lines 2',
      'call2: Call 2',
      'tell2: Tell 2',
    ]);
    expect(blocks[6]?.config).toEqual({ body: '<Call 2.data> of <webhook.body>' });
    expect(text).toMatch(/12345678901234567890.*12345678901234567890/s);
    expect(structuralProblems(JSON.parse(text))).toEqual([]);
  });

  it('leave out a second trigger, and say so', () => {
    const document = draft(source);
    expect(duplicateBlocks(document, ['hook'], serverTypes)).toEqual({
      command: null,
      ids: [],
      leftOut: ['Webhook'],
      isTooMany: false,
    });
    expect(duplicateBlocks(document, ['hook', 'call'], serverTypes).leftOut).toEqual(['Webhook']);
  });

  it('keep a trigger where there is none', () => {
    const text = pasted(copyBlocks(draft(source), ['hook']) ?? '', '{"blocks":[],"edges":[]}');
    expect(readDefinition(draft(text)).blocks).toMatchObject([{ id: 'hook', name: 'Webhook' }]);
  });

  it('never repeat an id or add a name that is there, in any draft', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const chance = chanceFrom(seed);
        const document = draft(definitionText(chance));
        const before = readDefinition(document);
        const some = before.blocks.map(({ id }) => id).filter(() => chance.happens(0.5));
        const { command, ids } = duplicateBlocks(document, some, serverTypes);
        if (command === null) return;
        const { blocks } = readDefinition(draft(after(document.text, command)));
        expect(blocks).toHaveLength(before.blocks.length + ids.length);
        const names = before.blocks.map(({ name }) => normalizeName(name));
        const added = blocks.filter(({ id }) => ids.includes(id));
        for (const { name } of added) expect(names).not.toContain(normalizeName(name));
      }),
      { numRuns: 100 },
    );
  });
});

describe('paste', () => {
  const target = (text: string, from: string) => ({
    definition: readDefinition(draft(text)),
    types: serverTypes,
    place: { kind: 'after', from, isBranch: false } as const,
  });

  it('puts a call behind the selected block, as one step', () => {
    const outcome = paste(`curl https://a.example/b -d '{"n":1}'`, target(source, 'hook'));
    if (outcome.kind !== 'command') throw new Error(outcome.kind);
    const { blocks, edges } = readDefinition(draft(after(source, outcome.command)));
    expect(outcome.ids).toEqual(['call2']);
    expect(blocks[1]).toMatchObject({ id: 'call2', name: 'HTTP request', type: 'api' });
    expect(edges).toContainEqual({ from: 'call2', to: 'lines' });
  });

  it('puts a call on the ground when the selected block is gone', () => {
    const outcome = paste('curl https://a.example', target(source, 'gone'));
    if (outcome.kind !== 'command') throw new Error(outcome.kind);
    expect(readDefinition(draft(after(source, outcome.command))).edges).toHaveLength(3);
  });

  it.each([
    ['curl', 'refused'],
    ['curl -X PROPFIND https://a.example', 'refused'],
    [copyBlocks(draft(source), ['hook']) ?? '', 'refused'],
    [copyBlocks(draft(source), ['call']) ?? '', 'command'],
    [source, 'offer'],
    ['hello', 'nothing'],
  ])('answers %j with %s', (text, kind) => {
    expect(paste(`${text} `, target(source, 'hook')).kind).toBe(kind);
  });

  it('never throws, into any draft', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.integer().map((seed) => definitionText(chanceFrom(seed))),
    );
    fc.assert(
      fc.property(texts, fc.integer(), (text, seed) => {
        const into = definitionText(chanceFrom(seed));
        const wrapped = text.replace(/^\{/, '{"flowledger":1,');
        for (const one of [text, wrapped]) expect(paste(one, target(into, 'b0')).kind).toBeTruthy();
      }),
      { numRuns: 200 },
    );
  });
});
