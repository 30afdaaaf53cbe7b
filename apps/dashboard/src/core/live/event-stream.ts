/**
 * Reads server-sent events (WHATWG HTML 9.2) from pieces of text. The browser's own EventSource
 * hides comments and ids without data, so it can't tell a silent server from a frozen one. Pure.
 */
export interface ServerEvent {
  readonly event: string;
  /** Null: only the reader's position moved. */
  readonly data: string | null;
  /** Null: this one has none. */
  readonly id: string | null;
}

/** Text after the last whole event. */
export const emptyStream = '';

/**
 * @param longest in characters
 * @throws RangeError for an event that no server of ours sends
 */
export function readEvents(
  rest: string,
  piece: string,
  longest = maxEventLength,
): { readonly rest: string; readonly events: readonly ServerEvent[] } {
  // A large event comes in many pieces: only the one that ends it is worth a look at the whole.
  const isOpen = !/\n\r?\n/.test(rest.slice(-3) + piece);
  const blocks = isOpen ? [rest + piece] : (rest + piece).split(/\r?\n\r?\n/);
  const last = blocks.pop() ?? '';
  if (last.length > longest) throw new RangeError('An event of the stream is too long');
  return { rest: last, events: blocks.flatMap(eventIn) };
}

const maxEventLength = 4_000_000;

function eventIn(block: string): ServerEvent[] {
  let event = 'message';
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  if (data.length === 0) return id === null ? [] : [{ event, data: null, id }];
  return [{ event, data: data.join('\n'), id }];
}
