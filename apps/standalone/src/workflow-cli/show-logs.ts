/** `logs`: the latest executions of a workflow, or the blocks of one execution. */
import { ApiRefusal, type ExecutionDetail, type LogEntry, type LogPage } from '@libs/client';
import { plain, quoted } from '../terminal/quoted.js';
import { wholeNumber } from './arguments.js';
import { type Command, tell, textOf } from './command.js';
import { findWorkflow } from './find-workflow.js';
import type { Server } from './server.js';

type TraceSpan = ExecutionDetail['traceSpans'][number];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const maxListed = 1_000;

const ms = (value: number | null): string => (value === null ? '' : `${value} ms`);

function errorText(error: unknown): string {
  const { code, message } = (error ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  return typeof code === 'string' ? plain(`${code}: ${String(message)}`) : '';
}

const entryLine = (entry: LogEntry): string => {
  const { executionId, startedAt, status, trigger, totalDurationMs, error } = entry;
  const isDraft = (entry as { readonly draft?: unknown }).draft === true;
  const version = isDraft ? 'draft' : `v${entry.deploymentVersion}`;
  const parts = [executionId, startedAt, status.padEnd(9), trigger.padEnd(8), version.padEnd(5)];
  return [...parts, ms(totalDurationMs).padStart(9), errorText(error)].join('  ').trimEnd();
};

function* spanLines(spans: readonly TraceSpan[], indent: string): Generator<string> {
  for (const { name, type, status, durationMs, error, children } of spans) {
    const parts = [`${status.padEnd(9)} ${indent}${quoted(name)}`, type, ms(durationMs)];
    yield [...parts, errorText(error)].filter((part) => part !== '').join('  ');
    yield* spanLines(children, `${indent}  `);
  }
}

function detailLines(detail: ExecutionDetail): string[] {
  const { executionMetadata: run } = detail;
  const { status, trigger, startedAt, totalDurationMs } = run;
  const error = errorText(run.error);
  return [
    [detail.executionId, status, trigger, startedAt, ms(totalDurationMs)].join('  ').trimEnd(),
    ...(error === '' ? [] : [error]),
    ...spanLines(detail.traceSpans, ''),
  ];
}

/** Null when no execution has this id. */
async function detailOf(server: Server, executionId: string): Promise<ExecutionDetail | null> {
  const path = `/logs/executions/${executionId.toLowerCase()}`;
  try {
    return await server.call<ExecutionDetail>('GET', path);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return null;
    throw error;
  }
}

async function listExecutions(command: Command, server: Server, asked: string): Promise<void> {
  const limit = wholeNumber(textOf(command.values, 'limit') ?? '20', '--limit');
  const status = textOf(command.values, 'status');
  const { id, workspaceId, name } = await findWorkflow(server, asked);
  const page = await server.call<LogPage>('GET', '/logs', {
    query: {
      workspaceId,
      workflowIds: id,
      limit: Math.min(limit, maxListed),
      ...(status !== undefined && { status }),
    },
  });
  for (const entry of page.data) tell(command, entry, (one) => [entryLine(one)]);
  if (page.data.length === 0) command.note(`${quoted(name)} has no such executions`);
}

export async function showLogs(command: Command): Promise<boolean> {
  const [asked = ''] = command.operands;
  const server = await command.server();
  // Ids of executions and of workflows look alike.
  const detail = uuid.test(asked) ? await detailOf(server, asked) : null;
  if (detail === null) await listExecutions(command, server, asked);
  else tell(command, detail, detailLines);
  return true;
}
