import { describe, expect, it } from '@jest/globals';
import { decodeRecord } from '@libs/contracts';
import { newHistory, type ExecutionEvent } from '@libs/execution';
import { ExecutionRecorder } from './execution-recorder.js';
import { LedgerWriter } from '../partition/ledger-writer.js';

const executionId = '00000000-0000-4000-8000-000000000001';

const large = JSON.stringify('a'.repeat(1_000_000));

function newRecorder() {
  const sent: number[] = [];
  const acknowledge: (() => void)[] = [];
  const appender = {
    append: ({ value }: { value: Buffer }) => {
      sent.push((decodeRecord(value) as ExecutionEvent).data.sequence);
      const offset = sent.length;
      return new Promise((resolve) =>
        acknowledge.push(() => resolve({ topic: '', partition: 0, offset })),
      );
    },
  };
  const writer = new LedgerWriter(appender as never, 0, 'w', 0);
  const history = newHistory(executionId);
  const recorder = new ExecutionRecorder(
    history,
    writer,
    null,
    () => 0,
    () => undefined,
  );
  const start = { blockId: 'b', blockName: 'b', blockType: 'function', iteration: '', input: null };
  return {
    recorder,
    history,
    sent,
    acknowledge,
    note: () => recorder.append('BlockStarted', start),
    noteLarge: () => recorder.append('BlockStarted', { ...start, input: large }),
  };
}

describe('an execution recorder', () => {
  it('folds buffered events at once and sends them in order on flush', () => {
    const { recorder, history, sent, note } = newRecorder();
    recorder.buffer();
    note();
    note();
    expect([history.lastSequence, sent]).toEqual([2, []]);
    void recorder.flush();
    expect(sent).toEqual([1, 2]);
  });

  it('adds new events to a pending flush and sends later ones at once', async () => {
    const { recorder, sent, note } = newRecorder();
    recorder.buffer();
    note();
    recorder.flushSoon();
    note();
    recorder.buffer();
    note();
    recorder.flushSoon();
    expect(sent).toEqual([]);
    await expectSoon(() => sent.length > 0);
    expect(sent).toEqual([1, 2, 3]);
    note();
    expect(sent).toEqual([1, 2, 3, 4]);
  });

  it('sends buffered events before it returns what is pending', async () => {
    const { recorder, sent, acknowledge, note } = newRecorder();
    note();
    recorder.buffer();
    note();
    const pending = recorder.pending();
    expect(sent).toEqual([1, 2]);
    for (const one of acknowledge) one();
    expect(await pending).toMatchObject({ offset: 2 });
    expect(recorder.pending()).toBeNull();
  });

  it('is behind while 1,000 of its events are not durable', async () => {
    const { recorder, acknowledge, note } = newRecorder();
    for (let n = 0; n < 999; n += 1) note();
    expect(recorder.isBehind).toBe(false);
    note();
    expect(recorder.isBehind).toBe(true);
    for (const acknowledged of acknowledge.splice(0)) acknowledged();
    await recorder.pending();
    expect(recorder.isBehind).toBe(false);
  });

  it('stays pending until a buffered event is durable', async () => {
    const { recorder, acknowledge, note } = newRecorder();
    note();
    const first = recorder.pending();
    recorder.buffer();
    note();
    acknowledge[0]?.();
    await first;
    const pending = recorder.pending();
    expect(pending).not.toBeNull();
    acknowledge[1]?.();
    expect(await pending).toMatchObject({ offset: 2 });
  });

  it('flushes its buffer after a delay, and writes nothing after a drop', async () => {
    const { recorder, sent, note } = newRecorder();
    recorder.buffer();
    note();
    await expectSoon(() => sent.length === 1);
    note();
    recorder.drop();
    recorder.flushSoon();
    expect(sent).toEqual([1]);
  });

  it('sends each large event in a later event-loop turn and keeps the order', async () => {
    const { recorder, sent, acknowledge, note, noteLarge } = newRecorder();
    note();
    noteLarge();
    noteLarge();
    note();
    expect(sent).toEqual([1]);
    const pending = recorder.pending();
    await expectSoon(() => sent.length === 2);
    expect(sent).toEqual([1, 2]);
    await expectSoon(() => sent.length === 4);
    expect(sent).toEqual([1, 2, 3, 4]);
    for (const one of acknowledge) one();
    expect(await pending).toMatchObject({ offset: 4 });
    expect(recorder.pending()).toBeNull();
  });

  it('sends no large event after a drop', async () => {
    const { recorder, sent, noteLarge } = newRecorder();
    noteLarge();
    recorder.drop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toEqual([]);
  });
});

async function expectSoon(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
