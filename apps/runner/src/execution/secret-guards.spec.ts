import { describe, expect, it } from '@jest/globals';
import { compileWorkflow } from '@libs/blocks';
import type { ExecutionEvent, SecretValues } from '@libs/execution';
import { ownExecution, plainRequest } from '../../../../test/support/owned-execution.js';
import { noSecrets } from './secrets.js';

const secrets: SecretValues = {
  ...noSecrets,
  byName: new Map([
    ['OTHER', 'other-secret'],
    ['KEY', 'k3y of/mine'],
    ['PIN', '12345'],
  ]),
  masked: ['other-secret', 'k3y of/mine', '12345'],
};

interface Run {
  readonly ledger: ExecutionEvent[];
  /** The error of the execution; null when it succeeded. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** The output of the block. */
  readonly output: unknown;
}

/** As deployed before a save refused it. */
async function run(type: string, config: object, valueText = '1'): Promise<Run> {
  const { workflow } = compileWorkflow({
    blocks: [
      { id: 'start', type: 'manual', name: 'start', config: {} },
      { id: 'b', type, name: 'B', config: { ...config } },
    ],
    edges: [{ from: 'start', to: 'b' }],
    variables: {},
  });
  const ledger: ExecutionEvent[] = [];
  const ran = { ok: true, valueText, console: [{ level: 'log', text: 'k3y of/mine' }] } as const;
  await ownExecution({
    ...{ request: plainRequest, workflow, ledger, secrets, diesAfter: 0, pick: 0 },
    sandbox: { run: () => Promise.resolve(ran), close: () => Promise.resolve() },
    answer: () => Promise.resolve({ data: { echo: 'k3y of/mine' } }),
  });
  if (ledger.at(-1)?.type === 'ExecutionParked') throw new Error('it parked instead of failing');
  const result = ledger.find(({ type: event }) => event === 'BlockCompleted');
  const end = ledger.at(-1);
  return {
    ledger,
    error: end?.type === 'ExecutionCompleted' ? end.data.error : null,
    output: result?.type === 'BlockCompleted' ? JSON.parse(result.data.output) : null,
  };
}

const code = 'const key = [{{OTHER}}, {{KEY}}, {{PIN}}]; return f(key)';

describe('the result of a block that resolves secrets', () => {
  it.each([
    ['a secret', '{"auth":["Bearer k3y of/mine"]}', 'KEY'],
    ['an encoded secret', '"https://a.test/?k=k3y%20of%2Fmine"', 'KEY'],
    ['the first of several', '["k3y of/mine","other-secret"]', 'KEY'],
    ['a short secret', '["12345"]', 'PIN'],
    ['a secret in much text', JSON.stringify(`${'x'.repeat(600_000)}other-secret`), 'OTHER'],
  ])('fails with SECRET_IN_OUTPUT when it shows %s', async (_, valueText, name) => {
    const { ledger, error, output } = await run('function', { code }, valueText);
    expect(error).toMatchObject({
      code: 'SECRET_IN_OUTPUT',
      message: `The result contains the secret "${name}", and secrets are not recorded. Write {{${name}}} in the block that sends it`,
    });
    expect(output).toEqual({ result: null, console: [{ level: 'log', text: '***' }] });
    expect(JSON.stringify(ledger)).not.toMatch(/k3y|other-secret/);
  });

  it.each([
    ['keys and numbers that merely contain one', '{"my other-secret":112345,"n":12345}'],
    ['text that contains a short one', '"at 12345 Main Street"'],
    ['other data', '{"length":11}'],
  ])('stays as it is with %s', async (_, valueText) => {
    const { error, output } = await run('function', { code }, valueText);
    expect(error).toBeNull();
    expect(output).toMatchObject({ result: JSON.parse(valueText) });
  });

  it('fails with SECRET_IN_OUTPUT in a variables block that was deployed before', async () => {
    const { error, output } = await run('variables', { values: { auth: 'Bearer {{KEY}}' } });
    expect(error).toMatchObject({ code: 'SECRET_IN_OUTPUT' });
    expect(output).toEqual({ auth: null });
  });

  it('fails with SECRET_IN_OUTPUT when it is the input of a child run', async () => {
    const config = { workflowId: plainRequest.workflowId, input: { auth: 'Bearer {{KEY}}' } };
    const { error } = await run('workflow', config);
    expect(error).toMatchObject({ code: 'SECRET_IN_OUTPUT' });
  });

  it('is masked and goes on where a server echoes the secret', async () => {
    const config = { method: 'POST', url: 'https://a.test/', body: '{{KEY}}' };
    const { error, output } = await run('api', config);
    expect(error).toBeNull();
    expect(output).toMatchObject({ data: { echo: '***' } });
  });
});
