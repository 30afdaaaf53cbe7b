/**
 * The life of a workflow through the command line alone: an author builds, breaks, fixes, tries,
 * deploys, pauses, rolls back and deletes it. Only its callers use HTTP.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster, type Cluster } from './support/cluster.js';
import { eventually } from './support/eventually.js';
import { temporaryDataDir } from './support/processes.js';
import { workflowCommand, type CommandResult } from './support/workflow-command.js';

let cluster: Cluster;
let scratch: Awaited<ReturnType<typeof temporaryDataDir>>;
let path: string;
let triggerUrl: string;

beforeAll(async () => {
  [cluster, scratch] = await Promise.all([
    startCluster(['api', 'runner', 'projector']),
    temporaryDataDir(),
  ]);
  path = join(scratch.path, 'greet.json');
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await scratch.remove();
});

const workflow = (...args: string[]): Promise<CommandResult> => workflowCommand(cluster, ...args);

/** @returns what the command said, once it has done what it should */
async function done(...args: string[]): Promise<string> {
  const { code, said, noted } = await workflow(...args);
  expect([args.join(' '), code, noted]).toEqual([args.join(' '), 0, expect.any(String)]);
  return said;
}

interface Parts {
  readonly greeting?: string;
  readonly method?: string;
  readonly reference?: string;
  readonly expected?: string;
}

/** One value a line, as people write it. */
async function write({
  greeting = 'Hello',
  method = '',
  reference = 'webhook',
  expected = greeting,
}: Parts): Promise<void> {
  const text = `{
  "name": "Greet",
  "definition": {
    "blocks": [
      { "id": "hook", "type": "webhook", "name": "Webhook", "config": { "path": "greet" } },
      {
        "id": "text",
        "type": "function",
        "name": "Text",
        "config": { "code": "return '${greeting}, ' + <${reference}.body.name>"${method} }
      },
      { "id": "answer", "type": "response", "name": "Answer", "config": { "body": { "text": "<text.result>" } } }
    ],
    "edges": [{ "from": "hook", "to": "text" }, { "from": "text", "to": "answer" }]
  },
  "tests": [
    {
      "name": "greets by name",
      "input": { "name": "Ann" },
      "expect": {
        "path": ["hook", "text", "answer"],
        "response": { "status": 200, "body": { "text": "${expected}, Ann" } }
      }
    }
  ]
}
`;
  await writeFile(path, text);
}

/** Status and text of what a caller of the trigger gets. */
async function called(): Promise<[number, unknown]> {
  const response = await fetch(triggerUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Ann"}',
  });
  const answer = (await response.json()) as { text?: string; code?: string };
  return [response.status, answer.text ?? answer.code];
}

describe('an author with the command line alone', () => {
  it('begins with an empty workspace, and breaks the first file', async () => {
    expect((await workflow('list')).noted).toContain('no workflows yet');
    await write({ reference: 'webhok', method: ', "timeoutMs": 0' });
    const checked = await workflow('check', path);
    expect(checked.code).toBe(1);
    expect(checked.noted).toContain(`${path}:10:`);
    expect(checked.noted).toContain('block "Text", config.timeoutMs');
    expect((await workflow('deploy', path)).code).toBe(1);
  });

  it('stores the draft with its problems, and can not deploy it', async () => {
    await write({ reference: 'webhok' });
    const pushed = await workflow('push', path, '--allow-problems');
    expect([pushed.code, JSON.parse(pushed.said)]).toMatchObject([0, { problems: 1 }]);
    expect(pushed.noted).toMatch(/did you mean "webhook"\?/i);
    const refused = await workflow('deploy', path);
    expect([refused.code, refused.noted]).toEqual([1, expect.stringContaining(`${path}:10:`)]);
    expect(await done('list')).toContain('not deployed');
  });

  it('fixes it, and tests it without a server', async () => {
    await write({ expected: 'Goodbye' });
    await done('check', path);
    const failed = await workflow('test', path);
    expect(failed.code).toBe(1);
    expect(failed.said).toContain('expected "Goodbye, Ann", got "Hello, Ann"');
    await write({});
    expect(await done('test', path)).toContain('1 tests, 0 failed');
  });

  it('tries the draft, whole and up to a block, before anything is deployed', async () => {
    await done('push', path);
    expect(await done('diff', path)).toContain('is like the draft');
    expect((await workflow('run', 'Greet')).noted).toContain('NOT_DEPLOYED');
    const input = JSON.stringify({ name: 'Ben' });
    const whole = JSON.parse(await done('run', 'Greet', '--draft', '--input', input));
    expect(whole).toMatchObject({ status: 'success', output: { text: 'Hello, Ben' } });
    const part = JSON.parse(
      await done('run', 'Greet', '--draft', '--to', 'text', '--input', input),
    );
    expect(part.output).toMatchObject({ result: 'Hello, Ben' });
    const pinned = JSON.stringify({ text: { result: 'Pinned' } });
    const rest = JSON.parse(await done('run', 'Greet', '--draft', '--pinned', pinned));
    expect(rest.output).toEqual({ text: 'Pinned' });
  });

  it('deploys it, then a second version, and sees what differs before', async () => {
    const first = JSON.parse(await done('deploy', path, '--note', 'The first one'));
    expect(first).toMatchObject({ version: 1 });
    ({ triggerUrl } = first as { triggerUrl: string });
    // The installation's external address is not the test's.
    triggerUrl = cluster.api.baseUrl + new URL(triggerUrl).pathname;
    expect(await called()).toEqual([200, 'Hello, Ann']);

    await write({ greeting: 'Good day' });
    const differs = await workflow('diff', path, '--version', 'deployed');
    expect(differs.code).toBe(1);
    expect(differs.said).toContain('~ block "Text" (text), function');
    expect(differs.said).toContain('from version 1');
    expect(JSON.parse(await done('deploy', path, '--note', 'More polite'))).toMatchObject({
      version: 2,
    });
    expect(await called()).toEqual([200, 'Good day, Ann']);
    const versions = (await done('versions', 'Greet')).trim().split('\n');
    expect(versions).toHaveLength(2);
    expect(versions[0]).toMatch(/^2 .*deployed.*"More polite"$/);
  });

  it('pauses and resumes it', async () => {
    await done('pause', 'Greet');
    expect(await called()).toEqual([503, 'WORKFLOW_PAUSED']);
    expect(await done('list')).toContain('version 2, paused');
    await done('resume', 'Greet');
    expect(await called()).toEqual([200, 'Good day, Ann']);
  });

  it('rolls back, takes it out of service, and puts it back', async () => {
    expect(await done('rollback', 'Greet', '1')).toContain('runs version 1');
    expect(await called()).toEqual([200, 'Hello, Ann']);
    await done('undeploy', path);
    expect((await called())[0]).toBe(404);
    await done('rollback', path, '2');
    expect(await called()).toEqual([200, 'Good day, Ann']);
    expect((await workflow('rollback', 'Greet', '99')).code).toBe(3);
  });

  it('reads the logs of the workflow and of one execution', async () => {
    const line = await eventually('the executions are in the logs', async () => {
      const listed = await done('logs', 'Greet', '--status', 'success');
      return listed.split('\n').find((one) => one.includes('webhook'));
    });
    const detail = await done('logs', line.split(' ')[0] ?? '');
    expect(detail).toMatch(/success +"Text" +function/);
  });

  it('pulls it into another file, which says the same', async () => {
    const other = join(scratch.path, 'pulled.yaml');
    await done('pull', 'Greet', other);
    await done('check', other);
    expect(await done('diff', other)).toContain('is like the draft');
    expect(await readFile(other, 'utf8')).toContain('name: Greet');
    const old = JSON.parse(await done('pull', 'Greet', '--version', '1'));
    expect(old.definition.blocks[1].config.code).toContain('Hello');
  });

  it('deletes it once that is confirmed', async () => {
    expect((await workflow('delete', 'Greet')).code).toBe(2);
    expect(await done('delete', 'Greet', '--yes')).toContain('is deleted');
    expect((await called())[0]).toBe(404);
    expect((await workflow('list')).said).toBe('');
  });
});
