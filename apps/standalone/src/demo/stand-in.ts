/**
 * Stands in for the services that examples/ call: a shop, a model that speaks the OpenAI protocol,
 * a chat, a bank and an import job. It answers plausibly and keeps little: for a first try, not for
 * tests of a workflow.
 */
import { shown } from '../terminal/quoted.js';
import { inventedAnswer } from './stand-in-model.js';

export interface StandInAnswer {
  readonly status: number;
  readonly body: object;
}

export interface StandIn {
  /** @param path after `/stand-in` */
  answer(method: string, path: string, body: string): StandInAnswer;
}

/** By the variable of the workspace that holds the address. */
export const standInPaths = {
  SHOP_URL: '/shop',
  MODEL_URL: '/model/v1',
  CHAT_URL: '/chat',
  BANK_URL: '/bank',
  IMPORT_URL: '/import',
} as const;

const maxKept = 20;
const maxMessageLength = 2_000;

/** Drops the oldest. */
function keep<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > maxKept) list.shift();
}

function jsonOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

type Answering = (rest: string, body: string) => StandInAnswer | null;

const ok = (body: object): StandInAnswer => ({ status: 200, body });
const made = (body: object): StandInAnswer => ({ status: 201, body });

/** Everything can be reserved up to a hundred pieces. */
const mostReserved = 100;

const shop: Readonly<Record<string, Answering>> = {
  'GET /shop/orders/': (id) => ok({ id, state: 'shipped', carrier: 'Post' }),
  'GET /shop/orders': () => ok([{ cents: 150 }, { cents: 100 }]),
  'POST /shop/tickets': () => made({ id: 'T-1', state: 'open' }),
  'POST /shop/reservations': (_, body) =>
    ok({ reserved: Number(jsonOf(body)['count'] ?? 1) <= mostReserved }),
  'POST /shop/fraud-checks': () => ok({ ok: true }),
  'POST /bank/payments': () => made({ paid: true }),
  'POST /model/v1/chat/completions': (_, body) => inventedAnswer(jsonOf(body)),
};

/** @param say gets one line for each chat message */
export function createStandIn(say: (line: string) => void): StandIn {
  const messages: unknown[] = [];
  const running: string[] = [];
  let jobs = 0;
  const answers: Readonly<Record<string, Answering>> = {
    ...shop,
    'POST /chat': (_, body) => {
      const { text, ...rest } = jsonOf(body);
      const message = {
        ...rest,
        text: typeof text === 'string' ? text.slice(0, maxMessageLength) : null,
      };
      keep(messages, message);
      say(`chat: ${shown(message).slice(0, maxMessageLength)}`);
      return ok({ ok: true });
    },
    'GET /chat': () => ok({ messages }),
    'POST /import/jobs': () => {
      jobs += 1;
      keep(running, `j${jobs}`);
      return made({ id: `j${jobs}` });
    },
    // Done when it is asked about for the second time.
    'GET /import/jobs/': (id) => {
      const at = running.indexOf(id);
      if (at >= 0) running.splice(at, 1);
      return ok({ id, state: at >= 0 ? 'running' : 'done' });
    },
  };
  return {
    answer: (method, path, body) => {
      const asked = `${method} ${path.split('?', 1)[0] ?? ''}`;
      const exact = answers[asked]?.('', body);
      if (exact != null) return exact;
      const cut = asked.lastIndexOf('/') + 1;
      const found = answers[asked.slice(0, cut)]?.(asked.slice(cut), body);
      return found ?? { status: 404, body: { error: `The stand-in has no ${asked}` } };
    },
  };
}
