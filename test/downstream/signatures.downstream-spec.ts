/**
 * Third parties verify our signatures: the published Standard Webhooks libraries and the receivers
 * of docs/receivers.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import { deliveryHeaders } from '@libs/delivery';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { isInstalled } from './foreign-clients.js';
import {
  goReceiver,
  goVerifier,
  printedBy,
  pythonVerifier,
  pythonVerifierScript,
  receivers,
} from './foreign-programs.js';
import { itWith } from './optional-tools.js';

const hasPython = await isInstalled('python3', '-m', 'venv', '--help');
const hasGo = await isInstalled('go', 'version');

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const oldSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const minutes = 60_000;

const eventOf = (text: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      id: 'evt_1',
      type: 'workflow.execution.completed',
      data: { executionId: 'e1', status: 'success', finalOutput: text },
    }),
  );

interface Signed {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

function sign(over: { secrets?: string[]; atMs?: number; body?: Buffer } = {}): Signed {
  const body = over.body ?? eventOf('Grüße, 世界 \u2028');
  const headers = deliveryHeaders({
    prefix: 'service-',
    deliveryId: randomUUID(),
    nowMs: over.atMs ?? Date.now(),
    body,
    secrets: over.secrets ?? [secret],
    staticHeaders: [],
    traceparent: null,
  });
  return { headers: Object.fromEntries(headers), body };
}

/** The cases and the verdict that a verifier must give. */
const cases = (): readonly (readonly [name: string, signed: Signed, isValid: boolean])[] => [
  ['as sent', sign(), true],
  ['during a rotation', sign({ secrets: [oldSecret, secret] }), true],
  ['of another secret', sign({ secrets: [oldSecret] }), false],
  ['with a changed body', { ...sign(), body: eventOf('changed') }, false],
  ['six minutes old', sign({ atMs: Date.now() - 6 * minutes }), false],
  ['six minutes ahead', sign({ atMs: Date.now() + 6 * minutes }), false],
  ['unsigned', sign({ secrets: [] }), false],
];

/** For the verifiers that read cases from stdin. */
const asText = (list: ReturnType<typeof cases>): string =>
  JSON.stringify(
    list.map(([, { headers, body }]) => ({ secret, headers, body: body.toString('base64') })),
  );

const expected = cases().map(([name, , isValid]) => [name, isValid]);
const named = (answers: readonly boolean[]): (readonly [string, boolean])[] =>
  answers.map((accepted, index) => [cases()[index]?.[0] ?? '', accepted]);

describe('the published Standard Webhooks library', () => {
  it('for npm gives every expected verdict', () => {
    const answers = cases().map(([, { headers, body }]) => {
      try {
        new Webhook(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    });
    expect(named(answers)).toEqual(expected);
  });

  itWith('Python', hasPython)('for PyPI gives every expected verdict', async () => {
    const text = await printedBy(await pythonVerifier(), [pythonVerifierScript], asText(cases()));
    expect(named(JSON.parse(text) as boolean[])).toEqual(expected);
  });

  itWith('Go', hasGo)('for Go gives every expected verdict', async () => {
    const text = await printedBy(await goVerifier(), [], asText(cases()));
    expect(named(JSON.parse(text) as boolean[])).toEqual(expected);
  });
});

describe('the receiver in docs/receivers', () => {
  const running: ChildProcess[] = [];

  async function start(command: string, args: readonly string[]): Promise<string> {
    const child = spawn(command, args, {
      env: { ...process.env, SIGNING_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    let printed = '';
    while (!/listening (\d+)\n/.test(printed)) {
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      printed += chunk.toString();
    }
    child.stdout.resume();
    return `http://127.0.0.1:${/listening (\d+)/.exec(printed)![1]!}/`;
  }

  afterAll(async () => {
    await Promise.all(
      running.map(async (child) => {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }),
    );
  });

  const post = ({ headers, body }: Signed, url: string): Promise<Response> =>
    fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });

  const receiverOf = {
    Node: () => start(process.execPath, [join(receivers, 'node/receiver.mjs')]),
    Python: () => start('python3', [join(receivers, 'python/receiver.py')]),
    Go: async () => start(await goReceiver(), []),
  };

  for (const [language, has] of [
    ['Node', true],
    ['Python', hasPython],
    ['Go', hasGo],
  ] as const) {
    itWith(language, has)(
      `spec 4.5.3: in ${language} answers 200 to our webhooks and 401 to others`,
      async () => {
        const url = await receiverOf[language]();
        for (const [name, signed, isValid] of cases()) {
          const { status } = await post(signed, url);
          expect([name, status]).toEqual([name, isValid ? 200 : 401]);
        }
        const twice = sign();
        expect(await (await post(twice, url)).text()).toBe('received');
        expect(await (await post(twice, url)).text()).toBe('seen before');
      },
      180_000,
    );
  }
});
