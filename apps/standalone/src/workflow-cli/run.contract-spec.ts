/** `npm run workflow` against servers that answer, refuse, and are not what they should be. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run.js';
import { closeServers, json, serve } from './testing/stub-servers.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flowledger-cli-'));
});

afterEach(async () => {
  await closeServers();
  await rm(folder, { recursive: true });
});

interface Told {
  readonly code: number;
  readonly said: string;
  readonly noted: string;
}

async function run(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Told> {
  const [said, noted]: [string[], string[]] = [[], []];
  const terminal = { say: said.push.bind(said), note: noted.push.bind(noted) };
  const code = await runCommand(args, { DATA_DIR: folder, ...env }, terminal);
  return { code, said: said.join('\n'), noted: noted.join('\n') };
}

const at = (url: string) => ({ FLOWLEDGER_URL: url, FLOWLEDGER_API_KEY: 'fl_key' });

const summary = {
  ...{ id: '0197a1b2-c3d4-7e5f-8a9b-000000000001', workspaceId: 'w', folderId: 'f' },
  ...{ name: 'Orders', description: 'kept', deployedVersion: 2, pausedAt: null },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' },
};
const definition = {
  blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'orders' } }],
  edges: [],
};

async function file(name: string, value: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

describe('npm run workflow', () => {
  it('says what to do when no server is named, none answers, or it is another one', async () => {
    const unnamed = await run({}, 'list');
    expect([unnamed.code, unnamed.noted]).toEqual([
      2,
      expect.stringContaining('No server is named'),
    ]);
    const gone = await serve(() => undefined);
    await closeServers();
    const silent = await run(at(gone), 'list');
    expect(silent.code).toBe(3);
    expect(silent.noted).toContain(`No server answers at ${gone} (ECONNREFUSED)`);
    const page = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    );
    const other = await run(at(page), 'list');
    expect(other.code).toBe(3);
    expect(other.noted).toContain('does not answer like Flowledger (200, text/html)');
    const typed = await run(at('flow.example'), 'list');
    expect([typed.code, typed.noted]).toEqual([2, expect.stringContaining('no address')]);
  });

  it('never sends the stored key to another server, and follows no redirect with a key', async () => {
    const seen: unknown[] = [];
    const thief = await serve(({ headers }, response) => {
      seen.push(headers['x-api-key']);
      json(response, 200, { data: [] });
    });
    await file('credentials.json', { baseUrl: 'http://127.0.0.1:1', apiKey: 'fl_stored' });
    const named = await run({}, 'list', '--url', thief);
    expect([named.code, named.noted]).toEqual([
      2,
      expect.stringContaining('The API key is missing'),
    ]);
    const redirecting = await serve((_, response) =>
      response.writeHead(307, { location: `${thief}/api/v1/workflows` }).end(),
    );
    expect((await run(at(redirecting), 'list')).code).toBe(3);
    expect(seen).toEqual([]);
  });

  it('shows refusals with their code, and never the key', async () => {
    const url = await serve((_, response) =>
      json(response, 401, { error: 'The key is not valid', code: 'INVALID_API_KEY' }),
    );
    const refused = await run(at(url), 'list');
    expect([refused.code, refused.noted]).toEqual([3, '401 INVALID_API_KEY: The key is not valid']);
    expect(JSON.stringify(refused)).not.toContain('fl_key');
  });

  it('takes names of others as text that can not move the cursor', async () => {
    const name = 'a\u001b[2J\u202e\u0007';
    const url = await serve((_, response) => json(response, 200, { data: [{ ...summary, name }] }));
    const listed = await run(at(url), 'list');

    expect(listed.said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect((await run(at(url), 'pause', 'other')).noted).toContain('has no workflow named "other"');
  });

  it('keeps what the file does not say, sends tests apart, and no $schema', async () => {
    const bodies: unknown[] = [];
    const url = await serve(({ method }, response, body) => {
      if (method === 'GET') {
        json(response, 200, { data: [summary] });
        return;
      }
      bodies.push(JSON.parse(body === '' ? 'null' : body));
      json(response, 200, { data: { ...summary, version: 3, workflowId: summary.id } });
    });
    const content = { name: 'Orders', definition, tests: [{ name: 'x' }], $schema: 'http://s' };
    const path = await file('orders.json', content);
    const deployed = await run(at(url), 'deploy', path, '--note', 'Why');
    expect([deployed.code, JSON.parse(deployed.said)]).toMatchObject([0, { version: 3 }]);
    expect(bodies).toEqual([
      { name: 'Orders', description: 'kept', folderId: 'f', definition },
      { tests: [{ test: { name: 'x' } }] },
      { note: 'Why' },
    ]);
    const silent = await file('silent.json', { name: 'Orders', definition });
    expect((await run(at(url), 'push', silent)).code).toBe(0);
    expect(bodies).toHaveLength(4);
  });

  it('pulls the draft with the tests that are beside it, and pushes the same', async () => {
    const test = { name: 'x', mocks: { call: { output: 1 } } };
    const put: unknown[] = [];
    const url = await serve(({ method, url: asked = '' }, response, body) => {
      if (method !== 'GET' && asked.endsWith('/tests')) put.push(JSON.parse(body));
      if (asked.endsWith('/tests')) json(response, 200, { data: [{ id: 't', test }] });
      else if (asked.includes(summary.id))
        json(response, 200, { data: { ...summary, definition } });
      else json(response, 200, { data: [summary] });
    });
    const path = join(folder, 'pulled.json');
    expect((await run(at(url), 'pull', 'Orders', path)).code).toBe(0);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ definition, tests: [test] });
    expect((await run(at(url), 'push', path)).code).toBe(0);
    expect(put).toEqual([{ tests: [{ test }] }]);
  });

  it('shows what the server refuses in a definition at its place in the file', async () => {
    const details = [
      { code: 'UNKNOWN_VARIABLE', blockId: 'hook', field: 'config.path', message: 'no' },
    ];
    const url = await serve(({ method }, response) =>
      method === 'GET'
        ? json(response, 200, { data: [] })
        : json(response, 422, { error: 'not valid', code: 'INVALID_WORKFLOW', details }),
    );
    const path = await file(
      'o.yaml',
      'name: Orders\ndefinition:\n  blocks:\n    - id: hook\n      config: { path: x }\n',
    );
    const refused = await run(at(url), 'push', path);
    expect([refused.code, refused.noted]).toEqual([
      1,
      `${path}:5:23: block "hook", config.path: no (UNKNOWN_VARIABLE)`,
    ]);
  });

  it('shows what the server refuses in a test at its place in the file', async () => {
    const details = [{ field: 'tests[0].test.mocks.call', message: 'there is no block' }];
    const refusal = { error: 'not valid', code: 'INVALID_REQUEST', details };
    const url = await serve(({ method, url: asked = '' }, response) => {
      if (method === 'GET') json(response, 200, { data: [summary] });
      else if (asked.endsWith('/tests')) json(response, 422, refusal);
      else json(response, 200, { data: summary });
    });
    const text =
      'name: Orders\ndefinition:\n  blocks: []\ntests:\n  - name: a\n    mocks:\n      call: {}\n';
    const path = await file('t.yaml', text);
    const refused = await run(at(url), 'push', path);
    expect([refused.code, refused.noted]).toEqual([
      1,
      expect.stringContaining(`${path}:7:13: tests[0].mocks.call: there is no block`),
    ]);
  });

  it('deploys to a server that keeps no tests, and says so', async () => {
    const url = await serve(({ method, url: asked = '' }, response) => {
      if (asked.endsWith('/tests'))
        json(response, 404, { error: 'No route', code: 'NOT_FOUND', requestId: 'r' });
      else json(response, 200, { data: method === 'GET' ? [summary] : { ...summary, version: 3 } });
    });
    const path = await file('orders.json', { name: 'Orders', definition, tests: [] });
    const deployed = await run(at(url), 'deploy', path);
    expect([deployed.code, deployed.noted]).toEqual([
      0,
      expect.stringContaining('the server keeps no tests'),
    ]);
  });

  it('says who saved when the draft has another revision', async () => {
    const details = { revision: 9, updatedAt: '2026-01-03T00:00:00.000Z', updatedBy: 'u-1' };
    const sent: unknown[] = [];
    const url = await serve(({ method, headers }, response) => {
      if (method === 'GET') {
        json(response, 200, { data: [summary] });
        return;
      }
      sent.push(headers['if-match']);
      json(response, 412, { error: 'Saved by others', code: 'REVISION_CONFLICT', details });
    });
    const path = await file('orders.json', { name: 'Orders', definition });
    const refused = await run(at(url), 'push', path, '--revision', '7');
    expect([refused.code, sent]).toEqual([3, ['"7"']]);
    expect(refused.noted).toContain('revision 9 now, since 2026-01-03T00:00:00.000Z, by u-1');
  });

  it.each([
    ['{"name": "x",}', 1, 14, 'is not valid JSON'],
    ['{\n  "name": "x"\n', 3, 1, 'is not valid JSON'],
    ['{"name": 5, "definition": {}}', 1, 10, 'name must be a text of 1 to 200 characters'],
    ['{"name": "x", "definitoin": {}}', 1, 29, 'there is no field "definitoin"'],
    ['[]', 1, 1, 'must be an object with "name" and "definition"'],
  ])('names line and column of what is wrong in %j', async (text, line, column, message) => {
    const path = await file('wrong.json', text);
    const checked = await run({}, 'check', path);
    expect(checked.code).toBe(1);
    expect(checked.noted).toContain(`${path}:${line}:${column}: ${message}`);
  });

  it.each([
    ['name: [x', 'is not valid YAML'],
    ['a: &a [1]\nb: [*a, *b]\n', 'is not valid YAML'],
    ['name: x\nname: y\n', 'is not valid YAML'],
    ['name: x\ndefinition: &d\n  blocks: [*d]\n', 'is not valid YAML: "\\*d" stands inside'],
  ])('refuses the YAML %j with its place', async (text, message) => {
    const path = await file('wrong.yaml', text);
    const checked = await run({}, 'check', path);
    expect([checked.code, checked.noted]).toEqual([
      1,
      expect.stringMatching(new RegExp(`wrong\\.yaml:\\d+:\\d+: ${message}`)),
    ]);
  });

  it('refuses a YAML file whose aliases would grow without bound', async () => {
    const layers = Array.from({ length: 20 }, (_, layer) => {
      const below = `*l${layer - 1}`;
      return `l${layer}: &l${layer} [${layer === 0 ? 'x' : Array(9).fill(below).join(', ')}]`;
    });
    const checked = await run({}, 'check', await file('bomb.yaml', layers.join('\n')));
    expect(checked.code).toBe(1);
    expect(checked.noted).toContain('bomb.yaml');
  });

  it('replaces a pulled file only with --force, and its tests by those of the server', async () => {
    let onServer: object[] | null = null;
    const url = await serve(({ url: asked = '' }, response) => {
      if (!asked.endsWith('/tests'))
        json(response, 200, {
          data: asked.includes('?') ? [summary] : { ...summary, definition },
        });
      else if (onServer === null) json(response, 404, { error: 'No route', code: 'NOT_FOUND' });
      else json(response, 200, { data: onServer.map((test) => ({ id: 'i', test })) });
    });
    const [a, b] = [{ name: 'a' }, { name: 'b' }];
    const path = await file('orders.json', { name: 'Orders', definition: {}, tests: [a, b] });
    const refused = await run(at(url), 'pull', 'Orders', path);
    expect([refused.code, refused.noted]).toEqual([2, expect.stringContaining('--force')]);
    const pulled = async (): Promise<{ noted: string; value: object }> => {
      const { code, noted } = await run(at(url), 'pull', 'Orders', path, '--force');
      expect(code).toBe(0);
      return { noted, value: JSON.parse(await readFile(path, 'utf8')) as object };
    };
    const value = { name: 'Orders', description: 'kept', folderId: 'f', definition };
    // An earlier release keeps none: they are in files only.
    expect(await pulled()).toEqual({ noted: '', value: { ...value, tests: [a, b] } });
    onServer = [b, { name: 'c' }];
    const first = await pulled();
    expect(first.value).toEqual({ ...value, tests: onServer });
    expect(first.noted).toContain(`${path}: removed a test that the server does not have: "a"`);
    onServer = [];
    const second = await pulled();
    expect(second.value).toEqual({ ...value, tests: [] });
    expect(second.noted).toContain('removed 2 tests that the server does not have: "b", "c"');
  });
});
