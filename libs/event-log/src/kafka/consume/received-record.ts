import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { ReceivedRecord } from '../../ports.js';

const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});

/** kafkajs' message in the port's shape. Headers become text on demand: most readers use two. */
class KafkaRecord implements ReceivedRecord {
  readonly offset: number;
  #text: Readonly<Record<string, string>> | undefined;

  constructor(
    readonly topic: string,
    readonly partition: number,
    private readonly message: KafkaMessage,
  ) {
    this.offset = Number(message.offset);
  }

  get key(): string | null {
    return this.message.key?.toString() ?? null;
  }

  get value(): Buffer | null {
    return this.message.value;
  }

  get timestampMs(): number {
    return Number(this.message.timestamp);
  }

  get headers(): Readonly<Record<string, string>> {
    return (this.#text ??= headerText(this.message.headers));
  }
}

function headerText(headers: IHeaders | undefined): Readonly<Record<string, string>> {
  if (headers === undefined) return NO_HEADERS;
  const text: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last !== undefined) text[name] = last.toString();
  }
  return text;
}

export function receivedRecords(
  topic: string,
  partition: number,
  messages: readonly KafkaMessage[],
): ReceivedRecord[] {
  return messages.map((message) => new KafkaRecord(topic, partition, message));
}
