import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventStreamText, type SentEvent } from './event-stream-text.js';

const written = (events: readonly SentEvent[], end: string): string =>
  events
    .map(({ id, name, data }) => {
      const lines = data.split('\n').map((line) => `data: ${line}`);
      return [`id: ${id}`, `event: ${name}`, ...lines, '', ''].join(end);
    })
    .join(`:${end}${end}`);

const event = fc.record({
  id: fc.stringMatching(/^\d{1,6}$/),
  name: fc.constantFrom('block.started', 'block.completed'),
  data: fc
    .array(fc.stringMatching(/^[^\r\n]{0,9}$/), { minLength: 1, maxLength: 3 })
    .map((lines) => lines.join('\n')),
});

describe('EventStreamText', () => {
  it('reads the same events however their text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(event),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat(40)),
        (events, end, cuts) => {
          const reader = new EventStreamText();
          const text = written(events, end);
          const read: SentEvent[] = [];
          let from = 0;
          for (const size of cuts) {
            read.push(...reader.read(text.slice(from, from + size)));
            from += size;
          }
          read.push(...reader.read(text.slice(from)));
          expect(read).toEqual(events);
        },
      ),
    );
  });

  it('gives nothing for comments, and keeps the last id', () => {
    const reader = new EventStreamText();
    expect(reader.read(':\n\nid: 4\ndata: a\n\ndata:b\n\ndata: c')).toEqual([
      { id: '4', name: 'message', data: 'a' },
      { id: '4', name: 'message', data: 'b' },
    ]);
  });
});
