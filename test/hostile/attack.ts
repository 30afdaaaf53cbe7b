/**
 * Runs one scenario: saves and deploys the workflow, sends the calls, and records what was
 * acknowledged.
 */
import { randomUUID } from 'node:crypto';
import type { Finding } from './finding.js';
import { expand } from './recipe.js';
import type { Call, Scenario } from './scenario.js';
import { prepared, send, type Addressee, type WireAnswer } from './wire.js';
import type { World } from './world.js';

export interface AttackResult {
  readonly answers: readonly WireAnswer[];
  readonly executionIds: readonly string[];
  /** The service's answer if it refused the workflow. */
  readonly refusal: string | null;
  readonly findings: readonly Finding[];
}

const managed = { method: 'POST', headers: [] as const };

const manage = (
  world: World,
  to: Addressee,
  method: string,
  path: string,
  body?: unknown,
): Promise<WireAnswer> =>
  send({ ...managed, method, target: { kind: 'path', path, withKey: true }, body }, to);

interface Saved {
  readonly to: Addressee;
  readonly answers: readonly WireAnswer[];
  readonly refusal: string | null;
}

const start = { id: 'start', type: 'manual', name: 'Start', config: {} };
const trivial = { blocks: [start], edges: [] };

/**
 * Starts another workflow, because a container whose body directly starts its own workflow is
 * refused.
 */
const starting = (workflowId: string): object => ({
  blocks: [start, { id: 'child', type: 'workflow', name: 'Child', config: { workflowId } }],
  edges: [{ from: 'start', to: 'child' }],
});

/** Undefined when the workflow has no webhook. */
const triggerPathIn = ({ text }: WireAnswer): string | undefined => {
  const url = /"triggerUrl":"([^"]+)"/.exec(text)?.[1];
  return url === undefined ? undefined : new URL(url).pathname;
};

const idIn = ({ status, text }: WireAnswer): string | undefined =>
  status === 201 ? /"id":"([0-9a-f-]{36})"/.exec(text)?.[1] : undefined;

async function save(world: World, { definition }: Scenario): Promise<Saved> {
  const path = `h-${randomUUID()}`;
  const nobody = {
    ...world,
    ...{ ...world.hostile, workflowId: randomUUID() },
    triggerPath: `/api/webhooks/trigger/${path}`,
  };
  if (definition === null) return { to: nobody, answers: [], refusal: null };
  const filled = (wayBack: string): unknown => {
    const text = JSON.stringify(definition)
      .replaceAll('{self}', wayBack)
      .replaceAll('{path}', path)
      .replaceAll('{sink}', world.sinkUrl);
    return expand(JSON.parse(text));
  };
  const name = 'Hostile';
  const refersToItself = JSON.stringify(definition).includes('{self}');
  const created = await manage(world, nobody, 'POST', '/api/v1/workflows', {
    name,
    definition: refersToItself ? trivial : filled(''),
  });
  const id = idIn(created);
  if (id === undefined)
    return { to: nobody, answers: [created], refusal: created.text.slice(0, 500) };
  const to = { ...nobody, workflowId: id };
  const answers = [created];
  const deploy = async (workflowId: string): Promise<void> => {
    answers.push(await manage(world, to, 'POST', `/api/v1/workflows/${workflowId}/deploy`));
  };
  if (refersToItself) {
    await deploy(id);
    const between = await manage(world, nobody, 'POST', '/api/v1/workflows', {
      name: 'Between',
      definition: starting(id),
    });
    const wayBack = idIn(between) ?? '';
    answers.push(between);
    await deploy(wayBack);
    const changed = { name, definition: filled(wayBack) };
    answers.push(await manage(world, to, 'PUT', `/api/v1/workflows/${id}`, changed));
  }
  await deploy(id);
  const refused = answers.find(({ status }) => status === null || status >= 300);
  const triggerPath = answers.map(triggerPathIn).findLast((found) => found !== undefined);
  const reached = triggerPath === undefined ? to : { ...to, triggerPath };
  return { to: reached, answers, refusal: refused?.text.slice(0, 500) ?? null };
}

/**
 * A status that the author chose is not our fault; an execution id shows that the author's workflow
 * answered.
 */
function isOurFault({ status, head, text }: WireAnswer): boolean {
  if (status === null || status < 500 || status === 503) return false;
  return !/^x-execution-id:/im.test(head) || text.includes('"code":"INTERNAL"');
}

const acknowledged = ({ status, head, text }: WireAnswer): string[] => {
  if (status === null || status >= 500 || status < 200) return [];
  const id =
    /^x-execution-id: ([0-9a-f-]{36})/im.exec(head)?.[1] ??
    /"executionId":"([0-9a-f-]{36})"/.exec(text.slice(0, 500))?.[1];
  return id === undefined ? [] : [id];
};

export async function cancelAll(world: World, executionIds: readonly string[]): Promise<void> {
  const to = { ...world, ...world.hostile, workflowId: '', triggerPath: '' };
  for (const id of executionIds)
    await manage(world, to, 'POST', `/api/v1/executions/${id}/cancel`, {});
}

/** Views of the execution that its author may open repeatedly. */
const readBackPaths = (id: string): readonly string[] => [
  `/api/v1/logs/executions/${id}`,
  `/api/v1/executions/${id}`,
  `/api/v1/logs?executionId=${id}&includeFinalOutput=true&includeTraceSpans=true&details=full`,
];

/**
 * Reads the logs of some executions in parallel.
 * @returns answers that are our fault
 */
export async function readBack(
  world: World,
  executionIds: readonly string[],
): Promise<readonly Finding[]> {
  const to = { ...world, ...world.hostile, workflowId: '', triggerPath: '' };
  const paths = executionIds.slice(0, 3).flatMap(readBackPaths);
  const answers = await Promise.all(paths.map((path) => manage(world, to, 'GET', path)));
  return answers
    .filter(({ status }) => status === null || (status >= 500 && status !== 503))
    .map(({ status, text }) => ({
      kind: 'server error',
      detail: `${status ?? 'no answer'} to a read: ${text.slice(0, 300)}`,
    }));
}

/** Builds every call before it sends the first, so that the calls are under way together. */
async function sendAll(
  calls: readonly Call[],
  to: Addressee,
): Promise<readonly { readonly call: Call; readonly answer: WireAnswer }[]> {
  const ready = calls.flatMap((call) =>
    Array.from({ length: call.times ?? 1 }, () => ({ call, sendIt: prepared(call, to) })),
  );
  return Promise.all(ready.map(async ({ call, sendIt }) => ({ call, answer: await sendIt() })));
}

export async function attack(world: World, scenario: Scenario): Promise<AttackResult> {
  const { to, answers: managing, refusal } = await save(world, scenario);
  const sent = refusal === null ? await sendAll(scenario.calls, to) : [];
  const answers = [...managing, ...sent.map(({ answer }) => answer)];
  const faults = answers.filter(isOurFault).map(({ status, text }): Finding => {
    return { kind: 'server error', detail: `${status ?? ''} ${text.slice(0, 300)}` };
  });
  const silent = sent.filter(
    ({ call, answer }) => answer.status === null && (call.manner ?? 'plain') === 'plain',
  );
  const silence: Finding[] =
    silent.length === 0
      ? []
      : [{ kind: 'no answer', detail: `to ${silent.length} of ${sent.length} calls` }];
  return {
    answers,
    refusal,
    executionIds: sent.flatMap(({ answer }) => acknowledged(answer)),
    findings: [...faults, ...silence],
  };
}
