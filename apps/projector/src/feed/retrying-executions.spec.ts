import { describe, expect, it } from '@jest/globals';
import { type NotedChange, notedChange } from '../engine/noted-change.js';
import { RetryingExecutions } from './retrying-executions.js';

const change = (over: Partial<NotedChange>): NotedChange =>
  notedChange({ topic: 'executions', id: 'e', ...over });
const failed = (blockKey: string) =>
  change({ status: 'retrying', retry: { blockKey, isOver: false } });
const over = (blockKey: string) => change({ status: 'running', retry: { blockKey, isOver: true } });

describe('an execution', () => {
  it('is retrying until every block that failed has its result', () => {
    const retrying = new RetryingExecutions();
    const told = [
      ...[failed('a:'), failed('b:'), change({ status: 'paused' }), change({ status: 'running' })],
      ...[over('a:'), over('b:'), change({ status: 'paused' })],
    ].map((one) => retrying.told(one).status);
    expect(told).toEqual([...Array<string>(5).fill('retrying'), 'running', 'paused']);
  });

  it('is not retrying once it has ended, and texts and other things have no status', () => {
    const retrying = new RetryingExecutions();
    retrying.told(failed('a:'));
    expect(retrying.told(change({ result: 'In B' })).status).toBeNull();
    expect(retrying.told(change({ topic: 'approvals', status: 'waiting' })).status).toBe('waiting');
    expect(retrying.told(change({ status: 'error', endedAt: 1 })).status).toBe('error');
    expect(retrying.told(change({ status: 'running' })).status).toBe('running');
  });
});
