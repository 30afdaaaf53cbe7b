import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { followStream, type OpenedStream, type StreamSource, type Told } from './follow-stream.js';

/** Of a server of a test to one attempt. Text is sent at once, then it is silent. */
type Answer = string | number;
const [refuse, hang] = ['refuse', 'hang'];
interface Server {
  readonly source: StreamSource;
  readonly asked: (string | null)[];
  /** Sends to the stream that is open. */
  send(text: string): void;
  /** Ends the stream that is open. */
  drop(): void;
}

function serverWith(answers: readonly Answer[]): Server {
  const asked: (string | null)[] = [];
  let send: (text: string) => void = () => undefined;
  let drop: () => void = () => undefined;
  const piecesOf = async function* (first: string, signal: AbortSignal): AsyncGenerator<string> {
    const waiting: string[] = [first];
    let wake: () => void = () => undefined;
    const over = new AbortController();
    send = (text) => {
      waiting.push(text);
      wake();
    };
    drop = () => {
      over.abort();
      wake();
    };
    signal.addEventListener('abort', drop);
    for (;;) {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
      over.signal.throwIfAborted();
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const open = (position: string | null, signal: AbortSignal): Promise<OpenedStream> => {
    const answer = answers[asked.length] ?? refuse;
    asked.push(position);
    if (answer === refuse) return Promise.reject(new TypeError('Failed to fetch'));
    if (answer === hang)
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      );
    return Promise.resolve(
      typeof answer === 'number'
        ? { status: answer, retryAfterSeconds: 0, pieces: piecesOf('', signal) }
        : { status: 200, retryAfterSeconds: 0, pieces: piecesOf(answer, signal) },
    );
  };
  const pause = (waitMs: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, waitMs));
  return {
    ...{ source: { open, pause }, asked },
    send: (text) => send(text),
    drop: () => drop(),
  };
}

function follow(answers: readonly Answer[]) {
  const server = serverWith(answers);
  const told: Told[] = [];
  const ending = new AbortController();
  const done = followStream(server.source, (one) => told.push(one), ending.signal);
  const states = (): string[] =>
    told.flatMap((one) => (one.kind === 'connection' ? [one.connection.state] : []));
  return { ...server, told, states, done, end: () => ending.abort() };
}

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const change = (id: string): string =>
  `id: ${id}\nevent: workflow.changed\ndata: {"changes":[{"id":"w${id}","action":"deploy"}]}\n\n`;

describe('a followed stream', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('tells changes and how far it has read', async () => {
    const { told, end } = follow([`:\n\nid: 7\n\n${change('8')}`]);
    await pass(0);
    end();
    expect(told.map((one) => (one.kind === 'position' ? one.position : one.kind))).toEqual([
      ...['connection', 7, 'message', 8],
    ]);
  });

  it('is offline within three seconds when the server is killed, and says since when', async () => {
    const { states, told, drop, end } = follow([':\n\n']);
    await pass(5_000);
    const atMs = Date.now() - 5_000;
    drop();
    await pass(100);
    expect(states()).toEqual(['live', 'behind']);
    await pass(2_900);
    end();
    expect(told.at(-1)).toEqual({
      kind: 'connection',
      connection: { state: 'offline', sinceMs: atMs },
    });
  });

  it('is offline within twenty seconds when the server is frozen', async () => {
    const { states, send, end } = follow([':\n\n', hang]);
    await pass(15_000);
    send(':\n\n');
    await pass(15_000);
    expect(states()).toEqual(['live']);
    await pass(5_000);
    end();
    expect(states()).toEqual(['live', 'behind', 'offline']);
  });

  it('stays without a banner when the server restarts at once', async () => {
    const { states, drop, end } = follow([':\n\n', refuse, ':\n\n']);
    await pass(0);
    drop();
    await pass(10_000);
    end();
    expect(states()).toEqual(['live', 'behind', 'live']);
  });

  it('goes on at the last position after an outage, with growing pauses', async () => {
    const answers = ['id: 41\n\n', refuse, refuse, refuse, 'id: 41\n\n'];
    const { states, asked, told, drop, end } = follow(answers);
    await pass(0);
    drop();
    await pass(8_000);
    end();
    expect(asked).toEqual([null, '41', '41', '41', '41']);
    expect(states()).toEqual(['live', 'behind', 'offline', 'live']);
    expect(told.some((one) => one.kind === 'message')).toBe(false);
  });

  it('asks for a new read of the lists when it never had a position', async () => {
    const { told, drop, end } = follow([':\n\n', ':\n\n']);
    await pass(0);
    drop();
    await pass(1_000);
    end();
    expect(told.flatMap((one) => (one.kind === 'message' ? [one.message.kind] : []))).toEqual([
      'resync',
    ]);
  });

  it.each([
    [401, 'ended'],
    [403, 'refused'],
    [404, 'refused'],
  ])('ends for good at a %d', async (status, state) => {
    const { asked, states, done } = follow([status]);
    await done;
    expect([asked.length, states()]).toEqual([1, [state]]);
  });

  it('ends for good when the session ends', async () => {
    const { asked, states, send, done } = follow([':\n\n']);
    await pass(0);
    send('event: session.ended\ndata: {}\n\n');
    await done;
    expect([asked.length, states()]).toEqual([1, ['live', 'ended']]);
  });

  it('tries again after a 503', async () => {
    const { states, end } = follow([503, ':\n\n']);
    await pass(1_000);
    end();
    expect(states()).toEqual(['live']);
  });
});
