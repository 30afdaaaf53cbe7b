/** The text of a definition, which comes back as its author sent it. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openTestApi } from '../testing/open-test-api.js';
import type { HttpMethod, Refusal } from '../testing/test-api.js';

const api = openTestApi();
let made = 0;
let path = '';

beforeEach(() => {
  made += 1;
  path = `text-${made}`;
  odd = withKept(oddValue);
});

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Without reading or writing JSON: the bytes are the subject. */
async function send(
  method: HttpMethod,
  url: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const { statusCode: status, payload: text } = await api.app.inject({
    ...{ method, url: `/api/v1/workflows${url}` },
    headers: {
      'x-api-key': api.tenant.apiKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
  });
  return { status, text };
}

const idIn = (text: string): string => /"id":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';

/** A definition whose variable `kept` has this text. */
const withKept = (kept: string, of = path): string => `{ "edges" :
  [ {"to":"done", "from":"hook"} ],\t"blocks": [
    {"name":"Webhook","id":"hook","type":"webhook","config":{"path":"${of}"}},
    {"config":{"body":{"10":"b","2":"a","got":"<webhook.body>"},"status":200},
     "id":"done", "type":"response","name":"Done"}
  ],
  "variables" : {"kept" : ${kept}} }`;

const oddValue =
  '[9007199254740993, 1e400, 1e200000, -0, 1.10, 1E+2, "\\u0041\\/é", {"b":1,"10":2,"2":3},\r\n [ ] ]';
let odd = '';

async function create(definition: string, query = ''): Promise<string> {
  const { status, text } = await send(
    'POST',
    query,
    `{"definition":${definition},"name":"${path}"}`,
  );
  expect([status, text.includes(definition)]).toEqual([201, true]);
  return idIn(text);
}

describe('the text of a draft', () => {
  it('is answered as it was sent, by each save and by GET', async () => {
    const first = withKept('1', `first-${made}`);
    const id = await create(first);
    expect((await send('GET', `/${id}`)).text).toContain(`"definition":${first},`);
    const saved = await send('PUT', `/${id}`, `{"name":"a", "definition" :\n${odd}\n}`);
    expect(saved.text).toContain(`"definition":${odd},`);
    expect((await send('GET', `/${id}`)).text).toContain(`"definition":${odd},`);
  });

  it('is kept by PATCH, and stays when PATCH changes something else', async () => {
    const id = await create(withKept('1'));
    const saved = await send('PATCH', `/${id}`, `{ "definition":\t${odd} }`);
    expect([saved.status, saved.text.includes('"definition"')]).toEqual([200, false]);
    await send('PATCH', `/${id}`, '{"name":"b"}');
    expect((await send('GET', `/${id}`)).text).toContain(`"definition":${odd},`);
  });

  it('is kept for a draft with problems too', async () => {
    const text = '{"blocks":[ {"id":"a", "type":"api","name":"A", "x": 1e999} ] }';
    const id = await create(text, '?allowProblems=true');
    expect((await send('GET', `/${id}`)).text).toContain(`"definition":${text},`);
  });

  it('is kept when only white space, order or digits beyond 2^53 change', async () => {
    const id = await create(withKept('{"a":9007199254740992,"b":1}'));
    for (const kept of [
      '{"b":1,"a":9007199254740992}',
      '{"a":9007199254740993,"b":1}',
      '{ "a":9007199254740993,"b":1 }',
    ]) {
      const definition = withKept(kept);
      await send('PUT', `/${id}`, `{"name":"a","definition":${definition}}`);
      expect((await send('GET', `/${id}`)).text).toContain(`"definition":${definition},`);
    }
  });

  it('comes with the refusal of an older revision', async () => {
    const id = await create(odd);
    const body = `{"name":"a","definition":${withKept('1')}}`;
    const { status, text } = await send('PUT', `/${id}`, body, { 'if-match': '"9"' });
    expect([status, text.includes(`"definition":${odd}`)]).toEqual([412, true]);
  });

  it('comes back whatever its numbers, names and white space are', async () => {
    const id = await create(odd);
    const space = fc.stringMatching(/^[ \t\r\n]{0,4}$/);
    const number = fc.stringMatching(
      /^-?(?:0|[1-9][0-9]{0,24})(?:\.[0-9]{1,12})?(?:[eE][+-]?[0-9]{1,4})?$/,
    );
    const string = fc
      .array(
        fc.oneof(
          fc.stringMatching(/^[ -!#-[\]-~é漢😀]$/u),
          fc.constantFrom('\\u0041', '\\n', '\\/', '\\"'),
        ),
      )
      .map((parts) => `"${parts.join('')}"`);
    const spaced = <T extends string>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<string> =>
      fc.tuple(space, arbitrary, space).map((parts) => parts.join(''));
    const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
      value: spaced(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          number,
          string,
          fc.constantFrom('true', 'false', 'null'),
          tie('list'),
          tie('object'),
        ),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      object: fc
        .uniqueArray(fc.tuple(spaced(string), tie('value')), {
          maxLength: 4,
          selector: ([name]) => JSON.parse(name) as string,
        })
        .map((fields) => `{${fields.map(([name, item]) => `${name}:${item}`).join(',')}}`),
    }));
    await fc.assert(
      fc.asyncProperty(value, space, async (kept, around) => {
        const definition = withKept(kept);
        const body = `{"name":"a","definition":${around}${definition}${around}}`;
        const { status, text } = await send('PUT', `/${id}`, body);
        expect([status, text]).toEqual([
          200,
          expect.stringContaining(`"definition":${definition},`),
        ]);
        expect((await send('GET', `/${id}`)).text).toContain(`"definition":${definition},`);
      }),
      { numRuns: 100 },
    );
  });

  it('is what the engine reads, as before: digits beyond 2^53 are rounded when it runs', async () => {
    const id = await create(withKept('[9007199254740993, 1e400]'));
    const { rows } = await api.pool.query<{ draft: { variables: unknown; edges: unknown } }>(
      'select draft from workflow where id = $1',
      [id],
    );
    expect(rows[0]?.draft.variables).toEqual({ kept: [9007199254740992, null] });
  });

  it('is that of the database for a save by a process of the previous release', async () => {
    const id = await create(odd);
    const theirs = withKept('"theirs"');
    await api.pool.query('update workflow set draft = $2, revision = revision + 1 where id = $1', [
      id,
      theirs,
    ]);
    expect((await send('GET', `/${id}`)).text).toContain(
      `"definition":${JSON.stringify(JSON.parse(theirs))},`,
    );
  });
});

describe('the text of a version', () => {
  it('is that of the draft, also when it is deployed again', async () => {
    const id = await create(odd);
    const deployed = await send('POST', `/${id}/deploy`);
    expect([deployed.status, deployed.text.includes(`"definition":${odd}`)]).toEqual([200, true]);
    expect((await send('GET', `/${id}/versions/1`)).text).toContain(`"definition":${odd}`);
    const again = await send('POST', `/${id}/versions/1/deploy`);
    expect(again.text).toContain(`"definition":${odd}`);
  });

  it('stays when a draft of the same content is deployed', async () => {
    const id = await create(odd);
    await send('POST', `/${id}/deploy`);
    const compact = JSON.stringify(JSON.parse(odd));
    await send('PUT', `/${id}`, `{"name":"a","definition":${compact}}`);
    const deployed = await send('POST', `/${id}/deploy`);
    expect(deployed.text).toContain('"version":1');
    expect((await send('GET', `/${id}/versions/1`)).text).toContain(`"definition":${odd}`);
    expect((await send('GET', `/${id}`)).text).toContain(`"definition":${compact}`);
  });

  it('is that of the database for a version of an earlier release', async () => {
    const id = await create(odd);
    await send('POST', `/${id}/deploy`);
    await api.pool.query(
      `update workflow_version set definition_text = null where workflow_id = $1`,
      [id],
    );
    const { text } = await send('GET', `/${id}/versions/1`);
    expect(text).toContain('"definition":{"blocks":[{"id":"hook",');
    expect((await send('POST', `/${id}/versions/1/deploy`)).text).toContain(
      '"definition":{"blocks":[{"id":"hook",',
    );
  });
});

describe('a text that readers may understand in two ways', () => {
  const refusalOf = async (body: string | Buffer): Promise<[number, Refusal]> => {
    const { status, text } = await send('POST', '', body as string);
    return [status, JSON.parse(text) as Refusal];
  };

  it.each([
    [
      'in a block',
      `{"name":"a",\n "definition":{"blocks":[{"id":"a","\\u0069d":"b"}]}}`,
      2,
      36,
      'id',
    ],
    ['in its variables', `{"name":"a","definition":{"variables":{"a":1,"a":1}}}`, 1, 46, 'a'],
    ['beside the definition', `{"definition":{},"name":"a","definition":{}}`, 1, 29, 'definition'],
  ])('is refused: a name twice %s', async (_, body, line, column, name) => {
    const [status, { code, error, details }] = await refusalOf(body);
    const where = `line ${line}, column ${column}`;
    expect([status, code]).toEqual([422, 'INVALID_REQUEST']);
    expect(error).toContain(`the object has the name "${name}" twice (${where})`);
    expect(details).toMatchObject([{ field: '', line, column }]);
  });

  it('loses a byte order mark before the body, which is no part of it', async () => {
    const { status, text } = await send('POST', '', `\uFEFF{"name":"a","definition":${odd}}`);
    expect([status, text.includes(`"definition":${odd},`)]).toEqual([201, true]);
  });

  it('is refused: a byte order mark between the values', async () => {
    const [status, { code, error }] = await refusalOf(`{"name":"a","definition":\uFEFF${odd}}`);
    expect([status, code]).toEqual([400, 'MALFORMED_JSON']);
    expect(error).toContain('(line 1, column 26): expected a value, not U+FEFF');
  });
});

describe('an imported workflow', () => {
  it('has the text of its translation', async () => {
    const state = {
      blocks: { s: { id: 's', type: 'start_trigger', name: 'Start', subBlocks: {} } },
    };
    const workflow = { ...state, edges: [], loops: {}, parallels: {} };
    const imported = await send('POST', '/import', JSON.stringify({ name: 'a', workflow }));
    expect(imported.status).toBe(201);
    const { data } = JSON.parse(imported.text) as { data: { definition: object } };
    const id = idIn(imported.text);
    expect((await send('GET', `/${id}`)).text).toContain(
      `"definition":${JSON.stringify(data.definition)},`,
    );
  });
});
