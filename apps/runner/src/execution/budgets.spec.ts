/**
 * Worst-case definitions and inputs: the execution ends, and each event-loop turn stays bounded.
 */
import { describe, expect, it } from '@jest/globals';
import { checkDefinition, compileWorkflow } from '@libs/blocks';
import type { ExecutionEvent } from '@libs/execution';
import { ownExecution, plainRequest } from '../../../../test/support/owned-execution.js';
import { noSecrets } from './secrets.js';

interface Ended {
  readonly ledger: readonly ExecutionEvent[];
  readonly end: Extract<ExecutionEvent, { type: 'ExecutionCompleted' }>['data'] | undefined;
}

async function ran(block: object, body: unknown, credential?: string): Promise<Ended> {
  const check = checkDefinition({
    blocks: [
      { id: 'start', type: 'webhook', name: 'Webhook', config: { path: 'budgets-1' } },
      { id: 'b', name: 'B', ...block },
    ],
    edges: [{ from: 'start', to: 'b' }],
  });
  if (!check.ok) throw new Error(JSON.stringify(check.problems));
  const { workflow } = compileWorkflow(check.definition);
  const ledger: ExecutionEvent[] = [];
  const input = JSON.stringify({ headers: {}, body });
  const secrets = credential === undefined ? [] : [credential];
  const before = process.threadCpuUsage();
  await ownExecution({
    ...{ workflow, ledger, request: { ...plainRequest, input }, diesAfter: 0, pick: 0 },
    answer: () => Promise.resolve({}),
    secrets: { ...noSecrets, masked: secrets },
  });
  const { user, system } = process.threadCpuUsage(before);
  process.stdout.write(
    `  all of it, encoding included: ${Math.round((user + system) / 1_000)} ms CPU\n`,
  );
  const last = ledger.at(-1);
  return { ledger, end: last?.type === 'ExecutionCompleted' ? last.data : undefined };
}

describe('an execution with worst-case values', () => {
  it('ends with OUTPUT_TOO_LARGE when its response repeats 8 MB 540 times', async () => {
    const fields = Array.from('abcdefghi', (key) => [key, '<webhook.body.t>'.repeat(60)] as const);
    const config = { body: Object.fromEntries(fields) };
    const { end } = await ran({ type: 'response', config }, { t: 'a'.repeat(8_000_000) });
    expect(end?.error).toMatchObject({ code: 'OUTPUT_TOO_LARGE', blockId: 'b' });
    expect(end?.error?.message).toMatch(/^body\.a: /);
  });

  it('ends with OUTPUT_TOO_LARGE when its response lists 4 MB 540 times', async () => {
    const config = { body: { list: Array.from({ length: 540 }, () => '<webhook.body.t>') } };
    const { end } = await ran({ type: 'response', config }, { t: 'a'.repeat(4_000_000) });
    expect(end?.error?.code).toBe('OUTPUT_TOO_LARGE');
    expect(end?.error?.message).toContain('body.list[');
  });

  it('succeeds when a large value nearly matches a long credential', async () => {
    const credential = `${'a'.repeat(7_000)}b${'a'.repeat(7_000)}`;
    const config = { body: { got: '<webhook.body.t>' } };
    const body = { t: 'a'.repeat(4_500_000) };
    const { end } = await ran({ type: 'response', config }, body, credential);
    expect(end?.status).toBe('success');
    expect(end?.response?.body).toHaveLength(4_500_010);
  });

  it('succeeds when a condition searches a long text for a near match', async () => {
    const nearly = 'a'.repeat(12_000);
    const expression = '<webhook.body.text>.includes(<webhook.body.word>)';
    const body = { text: 'a'.repeat(2_500_000), word: `${nearly}b${nearly}` };
    const config = { conditions: [{ port: 'yes', expression }] };
    const { end } = await ran({ type: 'condition', config }, body);
    expect(end?.status).toBe('success');
  });

  it.each([
    ['small', ''],
    ['large', 'x'.repeat(600_000)],
  ])('ends with FORBIDDEN_CHARACTER for a %s output with U+0000', async (_, rest) => {
    const config = { values: { kept: ['<webhook.body.t>'] } };
    const { end } = await ran({ type: 'variables', config }, { t: `a\u0000b${rest}` });
    expect(end?.error).toMatchObject({ code: 'FORBIDDEN_CHARACTER', blockId: 'b' });
    expect(end?.error?.message).toContain('output.kept[0]');
  });

  it('ends with EXPRESSION_FAILED for an object with a field "toString"', async () => {
    const config = { conditions: [{ port: 'yes', expression: '"x" + <webhook.body> == 1' }] };
    const { end } = await ran({ type: 'condition', config }, { toString: 1 });
    expect(end?.error?.code).toBe('EXPRESSION_FAILED');
  });
});

describe('saving a workflow', () => {
  it('refuses an expression of 4,900 terms and names its block and line', () => {
    const check = checkDefinition({
      blocks: [
        { id: 'start', type: 'manual', name: 'Start' },
        {
          ...{ id: 'c', type: 'condition', name: 'C' },
          config: { conditions: [{ port: 'yes', expression: `1${'+1'.repeat(4_900)}` }] },
        },
      ],
    });
    expect(check).toMatchObject({
      ok: false,
      problems: [{ code: 'INVALID_CONFIG', blockId: 'c', line: 1 }],
    });
  });
});
