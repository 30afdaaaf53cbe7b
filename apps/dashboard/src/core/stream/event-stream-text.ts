/**
 * Reads server-sent events (WHATWG HTML 9.2) from pieces of text, cut anywhere. A browser's own
 * reader can't begin after a given event, and has no worker for large ones.
 */
export interface SentEvent {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

export class EventStreamText {
  #rest = '';
  #id = '';
  #name = '';
  #data: string[] = [];

  /** @returns the events that this piece completes */
  read(piece: string): SentEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): SentEvent[] {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') this.#id = value;
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
    return [];
  }

  #dispatch(): SentEvent[] {
    const [id, name, data] = [this.#id, this.#name, this.#data];
    this.#name = '';
    this.#data = [];
    return data.length === 0 ? [] : [{ id, name: name || 'message', data: data.join('\n') }];
  }
}
