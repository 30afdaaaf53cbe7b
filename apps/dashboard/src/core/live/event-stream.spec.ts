import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emptyStream, readEvents, type ServerEvent } from './event-stream.js';

const whole = (text: string): readonly ServerEvent[] => readEvents(emptyStream, text).events;

describe('events of a stream', () => {
  it('have a name, data and a position', () => {
    expect(whole('id: 7\nevent: execution.changed\ndata: {"a":1}\n\n')).toEqual([
      { event: 'execution.changed', data: '{"a":1}', id: '7' },
    ]);
  });

  it('without data move the position; comments are nothing', () => {
    expect(whole(':\n\nid: 7\n\n: hello\n\n')).toEqual([{ event: 'message', data: null, id: '7' }]);
  });

  it('may have several lines of data, and line ends of both kinds', () => {
    expect(whole('data: a\r\ndata:b\r\n\r\ndata\n\n')).toEqual([
      { event: 'message', data: 'a\nb', id: null },
      { event: 'message', data: '', id: null },
    ]);
  });

  it('wait for their end', () => {
    const { rest, events } = readEvents(emptyStream, 'data: a');
    expect(events).toEqual([]);
    expect(readEvents(rest, '\n\n').events).toEqual([{ event: 'message', data: 'a', id: null }]);
  });

  it('are the same for any cut into pieces', () => {
    const text = ':\n\nid: 1\n\nevent: x\ndata: 1\n\nid: 2\nevent: y\ndata: a\ndata: b\n\n';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        let rest = emptyStream;
        const events = edges.flatMap((edge, at) => {
          const read = readEvents(rest, text.slice(edge, edges[at + 1] ?? edge));
          rest = read.rest;
          return read.events;
        });
        expect(events).toEqual(whole(text));
      }),
    );
  });

  it('are refused when one never ends', () => {
    expect(() => readEvents(emptyStream, 'x'.repeat(4_000_001))).toThrow(RangeError);
  });
});
