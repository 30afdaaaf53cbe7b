/**
 * The first of the README's two commands, as a new user runs it: `npm start` with its own server,
 * the printed lines and the README's lines pasted into a shell. It is stopped in each way that
 * people and supervisors use.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './support/eventually.js';
import { freePort, temporaryDataDir } from './support/processes.js';

jest.setTimeout(240_000);

const root = join(import.meta.dirname, '..');
/** Variables of the shell that runs the tests, which a new user does not have. */
const settings = ['DATABASE_URL', 'KAFKA_BROKERS', 'HOST', 'EGRESS_ALLOW'];

let port: number;
let dataDir: Awaited<ReturnType<typeof temporaryDataDir>>;

interface Started {
  readonly npm: ChildProcess;
  output(): string;
  /** No process can write to npm's output any more: npm, our script and the service have ended. */
  allEnded(): boolean;
}

const started: Started[] = [];

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.includes(name)));

async function npmStart(): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...environment(), PORT: String(port), DATA_DIR: dataDir.path },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that a test can send the same signal as a terminal's Ctrl-C.
    detached: true,
  });
  let output = '';
  let ended = false;
  npm.once('close', () => (ended = true));
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const one: Started = {
    npm,
    output: () => output,
    allEnded: () => ended,
  };
  started.push(one);
  await eventually(
    'npm start has said where to sign in',
    () => {
      if (npm.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
      return /^sign in, once, within an hour: http\S+\n/m.test(output);
    },
    { withinMs: 120_000 },
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${output}`, { cause: error });
  });
  return one;
}

/** All that an `npm start` says which can't start. */
const refusedStart = (env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('npm', ['start'], { cwd: root, env }, (error, stdout, stderr) =>
      error === null ? reject(new Error('npm start ended well')) : resolve(stdout + stderr),
    );
  });

const stackLine = /^\s+at /m;

const shell = (lines: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('bash', ['-ec', lines], { cwd: root }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${lines}\n${stderr}`)),
    );
  });

/** Lines of a page, for this service instead of the documented one. */
const pasted = (lines: string): string =>
  lines
    .replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${port}`)
    .replaceAll('./.data/', `${dataDir.path}/`);

const json = async (line: string): Promise<Record<string, unknown>> =>
  JSON.parse(await shell(line)) as Record<string, unknown>;

/** Runs the tutorial's lines in one shell, with waits where a person looks before going on. */
async function followTutorial(): Promise<void> {
  const tutorial = await readFile(join(root, 'docs/tutorials/first-workflow.md'), 'utf8');
  const [receiverPort, received] = [await freePort(), join(dataDir.path, 'received.txt')];
  const blocks = [...tutorial.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) =>
    lines
      .replaceAll('.data/', `${dataDir.path}/`)
      .replaceAll('8080', String(receiverPort))
      .replace('receiver.mjs &', `receiver.mjs > ${received} &`),
  );
  const [settings = '', deploy = '', call = '', read = '', subscribe = '', verify = ''] = blocks;
  const output = await shell(`
    until_it() { for _ in $(seq 600); do "$@" && return; sleep 0.1; done; return 1; }
    logged() { api "logs?workspaceId=$WORKSPACE&workflowIds=$ID" | grep -q '"status":"success"'; }
    ${settings}${deploy}${call}
    until_it logged
    ${read}${subscribe}
    until_it grep -q listening ${received}
    ${verify}
    until_it grep -q completed ${received}
    kill $!
    cat ${received}`);
  expect(output).toContain('{"greeting":"Hello, Ann"}');
  expect(output).toContain("output: { result: 'Hello, Ann', console: [] }");
  expect(output).toContain('{"greeting":"Hello, Ben"}invalid signature');
  expect(output).toMatch(/^workflow\.execution\.completed \S+ success$/m);
}

/** Pastes the README's lines for callers of the logs API and for receivers. */
async function followFirstResult(readme: string): Promise<void> {
  const section = /## Your first result\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
  const [run = '', query = '', check = ''] = [...section.matchAll(/```sh\n(.*?)```/gs)].map(
    ([, lines = '']) => pasted(lines),
  );
  const output = await shell(`
    until_it() { for _ in $(seq 600); do "$@" && return; sleep 0.1; done; return 1; }
    ${run}
    logged() { row=$(${query.trim()}); grep -q '"status":"success"' <<<"$row"; }
    until_it logged
    echo "$row"
    delivered() { curl -sS -H "x-api-key: $KEY" "$API/deliveries?limit=1" | grep -q '"state":"succeeded"'; }
    until_it delivered
    ${check}`);
  expect(output).toContain('"result":"Answered 200"');
  expect(output).toMatch(/"workflowName":"Demo order intake".* valid$/m);
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Pid of the Postgres started by `npm start`, from its pid file; undefined if a container engine
 * runs it.
 */
async function databasePid(): Promise<number | undefined> {
  const file = join(dataDir.path, 'postgres/data/postmaster.pid');
  return existsSync(file) ? Number((await readFile(file, 'utf8')).split('\n', 1)[0]) : undefined;
}

/** Everything in the data directory, itself included, that its group or others may use. */
async function openToOthers(): Promise<string[]> {
  const paths = await readdir(dataDir.path, { recursive: true });
  const found: string[] = [];
  for (const path of ['.', ...paths]) {
    // A server may have removed it meanwhile.
    const { mode = 0 } = (await stat(join(dataDir.path, path)).catch(() => null)) ?? {};
    if ((mode & 0o077) !== 0) found.push(path);
  }
  return found;
}

async function expectNothingLeft({ allEnded }: Started, database?: number): Promise<void> {
  await eventually('npm, our script and the service have ended', allEnded);
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow('fetch failed');
  if (database === undefined) return;
  await eventually('Postgres has ended', () => !isAlive(database));
  expect(existsSync(join(dataDir.path, 'postgres/data/postmaster.pid'))).toBe(false);
}

beforeAll(async () => {
  [port, dataDir] = await Promise.all([freePort(), temporaryDataDir()]);
});

afterAll(async () => {
  for (const { npm, allEnded } of started) {
    if (allEnded() || npm.pid === undefined) continue;
    process.kill(-npm.pid, 'SIGTERM');
    await eventually('what a failed test has left has ended', allEnded);
  }
  await dataDir.remove();
});

describe('npm start', () => {
  let executionId: string;

  it('serves its printed commands and those of the README, and ends on SIGTERM', async () => {
    const service = await npmStart();
    const [trigger = '', logs = '', deliveries = ''] = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('  curl '));
    // On a busy machine the ledger may answer 503 for a moment.
    await eventually(
      'the workflow answers',
      async () => (await json(trigger))['processed'] === true,
    );
    const first = await eventually('the execution is in the logs', async () => {
      const { data } = (await json(logs)) as { data: { executionId: string; status: string }[] };
      return data[0]?.status === 'success' ? data[0] : undefined;
    });
    executionId = first.executionId;
    await eventually('the webhook was delivered', async () => {
      const { data } = (await json(deliveries)) as {
        data: { executionId: string; state: string }[];
      };
      return data[0]?.executionId === executionId && data[0].state === 'succeeded';
    });
    await eventually('the demo has verified the webhook', () =>
      service.output().includes('received, signature valid'),
    );

    expect(service.output()).toMatch(/^ready http.*\nsign in, once, within an hour: http/m);
    const inUse = await refusedStart({ ...environment(), PORT: '0', DATA_DIR: dataDir.path });
    expect(inUse).toMatch(/is in use by process \d+: stop that one, or set DATA_DIR/);
    const samePort = { ...environment(), PORT: String(port), DATA_DIR: `${dataDir.path}/other` };
    const taken = await refusedStart(samePort);
    expect(taken).toMatch(/\(EADDRINUSE\): .*stop that process, or set another PORT/);
    expect(inUse + taken + service.output()).not.toMatch(stackLine);

    const readme = await readFile(join(root, 'README.md'), 'utf8');
    await followFirstResult(readme);
    const lines = /## A first workflow\n\n```sh\n(.*?)```/s.exec(readme)?.[1] ?? '';
    expect(await shell(pasted(lines))).toContain('{"hello":"Ann"}');

    expect(await openToOthers()).toEqual([]);
    const [, ops = ''] = /^ops (http:\S+) /m.exec(service.output()) ?? [];
    const metrics = (base: string): Promise<Response> => fetch(`${base}/metrics`);
    expect(await (await metrics(ops)).text()).toContain('flowledger_projected_records_total');
    expect((await metrics(`http://127.0.0.1:${port}`)).status).toBe(404);
    expect(await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json()).toEqual({
      status: 'ok',
    });
    const database = await databasePid();
    service.npm.kill('SIGTERM');
    await expectNothingLeft(service, database);
    expect(service.output()).toContain('stopping');
  });

  it('keeps its data for a second start, and ends on Ctrl-C', async () => {
    await chmod(dataDir.path, 0o755);
    await chmod(join(dataDir.path, 'kafka'), 0o755);
    const service = await npmStart();
    expect(service.output()).toContain('could be read by other users of this machine');
    expect(await openToOthers()).toEqual([]);
    const logs = service
      .output()
      .split('\n')
      .find((line) => line.includes('/api/v1/logs?'));
    const { data } = (await json(logs ?? '')) as { data: { executionId: string }[] };
    expect(data[0]?.executionId).toBe(executionId);
    expect(service.output()).not.toMatch(stackLine);
    expect(service.output()).not.toContain('PLACES_UNKNOWN');
    await followTutorial();
    const database = await databasePid();
    process.kill(-(service.npm.pid ?? 0), 'SIGINT');
    await expectNothingLeft(service, database);
  });
});
