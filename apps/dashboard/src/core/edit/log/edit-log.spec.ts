import { describe, expect, it } from '@jest/globals';
import type { Command } from '../command/command.js';
import { chanceFrom } from '../testing/chance.js';
import { draft } from '../testing/draft.js';
import { anyCommand } from '../testing/random-command.js';
import { definitionText } from '../testing/random-definition.js';
import { type EditLog, type LogAction, replay, startLog, takeAction } from './edit-log.js';
import { restoreLog, snapshotOf } from './log-snapshot.js';

const text = '{"blocks":[{"id":"a","config":{"url":"","n":1}},{"id":"b","config":{"url":""}}]}';

const set = (value: string, block = 'a', field = 'url'): Command => ({
  kind: 'setField',
  target: { block, path: ['config', field] },
  value,
});
const act = (command: Command, atMs: number): LogAction => ({ kind: 'do', command, atMs });
const undo: LogAction = { kind: 'undo' };
const redo: LogAction = { kind: 'redo' };
const logOf = (...actions: LogAction[]): EditLog => replay(draft(text), actions);
const textAfter = (...actions: LogAction[]): string => logOf(...actions).document.text;
const withUrl = (url: string, n = '1'): string =>
  text.replace('"url":"","n":1', `"url":"${url}","n":${n}`);

describe('the log', () => {
  it('takes keys pressed in one field within a second as one step', () => {
    const typed = [act(set('"x"'), 0), act(set('"xy"'), 999), act(set('"xyz"'), 1_998)];
    expect(logOf(...typed).done).toHaveLength(1);
    expect(textAfter(...typed, undo)).toBe(text);
    expect(textAfter(...typed, undo, redo)).toBe(withUrl('xyz'));
  });

  it('takes texts that replace each other within a second as one step', () => {
    const replace = (next: string, atMs: number) => act({ kind: 'replaceText', text: next }, atMs);
    const typed = [replace('{"a":1}', 0), replace('{"a": 12}', 999), replace('{}', 5_000)];
    expect(logOf(...typed).done).toHaveLength(2);
    expect(textAfter(...typed, undo)).toBe('{"a": 12}');
    expect(textAfter(...typed, undo, undo)).toBe(text);
  });

  it.each([
    ['after a second', [act(set('"x"'), 0), act(set('"xy"'), 1_000)]],
    ['in another field', [act(set('"x"'), 0), act(set('2', 'a', 'n'), 1)]],
    ['in another block', [act(set('"x"'), 0), act(set('"x"', 'b'), 1)]],
    ['after an undo', [act(set('"w"'), 0), act(set('2', 'a', 'n'), 1), undo, act(set('"x"'), 2)]],
  ])('begins a step %s', (_, actions) => {
    expect(logOf(...actions).done).toHaveLength(2);
  });

  it('forgets what was undone once something else is done, but not when nothing changes', () => {
    const [first, second] = [act(set('"x"'), 0), act(set('2', 'a', 'n'), 5_000)];
    expect(logOf(first, second, undo, act(set('"x"'), 9_000)).undone).toHaveLength(1);
    expect(logOf(first, second, undo, act(set('"y"'), 9_000)).undone).toHaveLength(0);
  });

  it('says why a command is refused, and stays as it is', () => {
    const log = logOf();
    const step = takeAction(log, act(set('1', 'none'), 0));
    expect(step).toEqual({ log, refusal: { kind: 'refused', reason: 'noSuchBlock' } });
  });

  it('is the same after a reload', () => {
    const chance = chanceFrom(7);
    const start = startLog(draft(definitionText(chance)));
    let log = start;
    const actions: LogAction[] = [];
    for (let count = 0; count < 300; count += 1) {
      const command = anyCommand(log.document, chance);
      const action = chance.happens(0.3) ? undo : chance.happens(0.2) ? redo : act(command, count);
      actions.push(action);
      ({ log } = takeAction(log, action));
    }
    const written = JSON.parse(JSON.stringify(actions)) as LogAction[];
    expect(snapshotOf(replay(start.document, written))).toEqual(snapshotOf(log));
    const snapshot = JSON.parse(JSON.stringify(snapshotOf(log))) as ReturnType<typeof snapshotOf>;
    const restored = restoreLog(snapshot);
    expect(restored && snapshotOf(restored)).toEqual(snapshotOf(log));
    expect(restoreLog({ ...snapshot, version: 0 })).toBeNull();
  });
});

describe('undo after someone else changed the workflow', () => {
  const remote = (changed: string): LogAction => ({ kind: 'remote', text: changed });
  const mine = act(set('"x"'), 0);

  it('takes back my field and leaves theirs, however they wrote the text', () => {
    const changed = `{ "blocks" : [{"id":"new"}, ${withUrl('x', '2').slice('{"blocks":['.length)}`;
    expect(textAfter(mine, remote(changed), undo)).toBe(changed.replace('"url":"x"', '"url":""'));
    expect(textAfter(mine, remote(changed), undo, redo)).toBe(changed);
  });

  it('is refused where they changed the same field, and goes on before it', () => {
    const actions = [act(set('2', 'a', 'n'), 0), mine, remote(withUrl('theirs', '2'))];
    const step = takeAction(logOf(...actions), undo);
    expect(step.refusal?.reason).toBe('changedSince');
    expect(step.log.document.text).toBe(withUrl('theirs', '2'));
    expect(takeAction(step.log, undo).log.document.text).toBe(withUrl('theirs'));
  });

  it('is refused where they removed the block', () => {
    const log = logOf(mine, remote('{"blocks":[]}'));
    expect(takeAction(log, undo).refusal?.reason).toBe('changedSince');
  });

  it('does not add a field twice that they made again', () => {
    const target = { block: 'a', path: ['config', 'n'] };
    const log = logOf(act({ kind: 'removeField', target }, 0), remote(withUrl('', '5')));
    const step = takeAction(log, undo);
    expect(step.refusal?.reason).toBe('changedSince');
    expect(step.log.document.text).toBe(withUrl('', '5'));
  });

  it('redoes only what still means the same', () => {
    expect(textAfter(mine, undo, remote(withUrl('', '2')), redo)).toBe(withUrl('x', '2'));
    const log = logOf(mine, undo, remote(withUrl('theirs')));
    expect(takeAction(log, redo).refusal?.reason).toBe('changedSince');
  });
});
