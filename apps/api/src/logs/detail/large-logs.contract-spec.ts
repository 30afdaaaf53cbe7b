/** Logs of several megabytes: the data arrives whole, in responses that one process can bear. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import { randomBytes, randomUUID } from 'node:crypto';
import { insertLogRow } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';
import type { Answer } from '../../testing/test-api.js';

const mebibyte = 1024 * 1024;
const api = openLogWorkspace();

interface LargeLog {
  readonly executionId: string;
  readonly finalOutput: string;
  readonly traceSpans: readonly { readonly blockId: string; readonly input: unknown }[];
}

/** A page of a list or of the tail. */
interface LargePage {
  readonly data: readonly LargeLog[];
  readonly nextCursor?: string;
  readonly position?: string;
}

/** Text that Postgres stores as it is, or compressed to about a hundredth. */
const textOf = (bytes: number, compressible: boolean): string =>
  compressible ? 'x'.repeat(bytes) : randomBytes((bytes * 3) / 4).toString('base64');

const executions = Array.from({ length: 8 }, (_, index) => ({
  executionId: randomUUID(),
  output: textOf(4 * mebibyte, index % 2 === 0),
  input: textOf(3 * mebibyte, index % 2 === 0),
}));
const ids = executions.map(({ executionId }) => executionId);

async function insertSpan(executionId: string, blockId: string, sequence: number, input: string) {
  await api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, input)
     values ($1, $2, '', 'API', 'api', 'success', $3, now(), now(), to_jsonb($4::text))`,
    [executionId, blockId, sequence, input],
  );
}

beforeAll(async () => {
  const { tenant, workflowId } = api;
  for (const [index, { executionId, output, input }] of executions.entries()) {
    await insertLogRow(
      api,
      { ...tenant, workflowId },
      { executionId, output, startedAt: Date.now() - 3_600_000 + index },
    );
    await api.pool.query('update execution_log set ledger_offset = $2 where execution_id = $1', [
      executionId,
      index,
    ]);
    await insertSpan(executionId, 'call', 2, input);
  }
  await api.pool.query(
    `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
     values ('executions', $1, 0, $2, 'c')`,
    [topics.events, executions.length],
  );
}, 120_000);

const whole = { limit: '100', includeTraceSpans: 'true', includeFinalOutput: 'true' };

function expectWhole(logs: readonly LargeLog[]): void {
  expect(logs.map(({ executionId }) => executionId)).toEqual(ids);
  for (const [index, log] of logs.entries()) {
    expect(log.finalOutput === executions[index]?.output).toBe(true);
    const span = log.traceSpans.find(({ blockId }) => blockId === 'call');
    expect(span).toMatchObject({ truncated: false });
    expect(span?.input === executions[index]?.input).toBe(true);
  }
}

/** Reads every page and returns each with its size in bytes. */
async function pagesOf(
  path: string,
  query: Readonly<Record<string, string>>,
  next: (body: LargePage) => Record<string, string> | null,
): Promise<LargeLog[]> {
  const logs: LargeLog[] = [];
  for (let more: Record<string, string> | null = {}; more !== null;) {
    const answer: Answer<LargePage> = await api.list({ ...query, ...more }, path);
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    logs.push(...data);
    expect(JSON.stringify(answer.body).length).toBeLessThan(17 * mebibyte);
    more = data.length === 0 ? null : next(answer.body);
  }
  return logs;
}

describe('logs of several megabytes', () => {
  it('appear once and complete on shorter pages of a list', async () => {
    const logs = await pagesOf('logs', { ...whole, order: 'asc' }, ({ nextCursor }) =>
      nextCursor === undefined ? null : { cursor: nextCursor },
    );
    expectWhole(logs);
  });

  it('appear once and complete on shorter pages of the tail', async () => {
    const logs = await pagesOf(
      'logs/tail',
      { ...whole, startDate: '2026-01-01T00:00:00Z' },
      ({ position }) => ({ after: String(position) }),
    );
    expectWhole(logs);
  });

  it('appear once and complete in an export', async () => {
    const { body } = await api.list<string>(
      { includeTraceSpans: 'true', includeFinalOutput: 'true', order: 'asc' },
      'logs/export',
    );
    const lines = body.trimEnd().split('\n');
    expectWhole(lines.map((line) => JSON.parse(line) as LargeLog));
  });

  it('do not shorten a page without spans and outputs', async () => {
    const { body } = await api.list({ limit: '100', details: 'full' });
    expect(body.data).toHaveLength(executions.length);
  });

  it('include the inputs of the first blocks in the detail and mark omitted ones', async () => {
    const [first = ''] = ids;
    for (let sequence = 3; sequence < 15; sequence += 1)
      await insertSpan(first, `b${sequence}`, sequence, textOf(4 * mebibyte, true));
    const { status, body } = await api.call<'getExecutionLog'>('GET', `logs/executions/${first}`);
    expect(status).toBe(200);
    const { traceSpans } = body;
    const [, ...blocks] = traceSpans;
    expect(blocks).toHaveLength(13);
    const shown = blocks.filter(({ truncated }) => !truncated);
    expect(shown.length).toBe(8);
    expect(
      shown.every(({ input }) => typeof input === 'string' && input.length >= 3 * mebibyte),
    ).toBe(true);
    expect(blocks.slice(shown.length).every(({ input }) => input === null)).toBe(true);
  });

  describe('with more than 10,000 blocks', () => {
    const blocks = 10_300;
    const began = new Date();
    const loops = Array.from({ length: 3 }, () => randomUUID());
    beforeAll(async () => {
      const { tenant, workflowId } = api;
      for (const executionId of loops) {
        await insertLogRow(
          api,
          { ...tenant, workflowId },
          { executionId, startedAt: began.getTime() },
        );
        // The loop ends last but sorts before everything that ran in it.
        await api.pool.query(
          `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at)
           select $1, case n when 0 then 'loop' else 'body' end, case n when 0 then '' else 'loop[' || n || ']' end, 'B',
             case n when 0 then 'loop' else 'router' end, 'success', case n when 0 then 1000000 else n end, now(), now()
           from generate_series(0, $2::int - 1) as n`,
          [executionId, blocks],
        );
      }
    });

    it('show the spans of the earliest blocks and the count of the omitted ones', async () => {
      const [executionId = ''] = loops;
      const { body } = await api.call<'getExecutionLog'>('GET', `logs/executions/${executionId}`);
      const { traceSpans, traceSpansOmitted } = body;
      expect(traceSpans.map(({ id }) => id)).toEqual(['hook', 'loop']);
      const shown = traceSpans[1]?.children ?? [];
      expect(shown.length + 1 + (traceSpansOmitted ?? 0)).toBe(blocks);
      expect([shown.at(0)?.id, shown.at(-1)?.id]).toEqual(['loop[1]', `loop[${shown.length}]`]);
    });

    it('appear once on pages of limited size', async () => {
      const query = {
        includeTraceSpans: 'true',
        limit: '100',
        startDate: began.toISOString(),
      };
      const logs = await pagesOf('logs', query, ({ nextCursor }) =>
        typeof nextCursor === 'string' ? { cursor: nextCursor } : null,
      );
      expect(logs.map(({ executionId }) => executionId).sort()).toEqual([...loops].sort());
    });
  });
});
