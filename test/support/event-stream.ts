/** A reader of server-sent events for tests: as strict as browsers about framing, nothing more. */

export interface SentEvent {
  readonly id: string;
  readonly name: string;
  // Events have many shapes; the tests' expectations check them.
  readonly data: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface EventStreamReader {
  /** The next event with this name that meets the condition; earlier events are skipped. */
  next(name: string, condition: (event: SentEvent) => boolean): Promise<SentEvent>;
  /** All events until the server ends the stream. */
  untilEnd(): Promise<SentEvent[]>;
}

function parse(block: string): SentEvent | null {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(':'))
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 2),
      ]),
  );
  if (!fields.has('data')) return null;
  return {
    id: fields.get('id') ?? '',
    name: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null'),
  };
}

async function* read(response: Response): AsyncGenerator<SentEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parse(block);
      if (event !== null) yield event;
    }
  }
}

/** @param body is POSTed; without it the stream is requested by GET */
export async function openEventStream(
  url: string,
  apiKey: string,
  lastEventId?: string,
  body?: object,
): Promise<EventStreamReader> {
  const response = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      'x-api-key': apiKey,
      accept: 'text/event-stream',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  const events = read(response);
  return {
    next: async (name, condition) => {
      for (;;) {
        const { value, done } = await events.next();
        if (done === true) throw new Error(`the stream ended before ${name}`);
        if (value.name === name && condition(value)) return value;
      }
    },
    untilEnd: async () => {
      const all: SentEvent[] = [];
      for await (const event of events) all.push(event);
      return all;
    },
  };
}
