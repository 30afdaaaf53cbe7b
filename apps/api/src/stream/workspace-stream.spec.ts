import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type WorkspaceChange, workspaceChange } from '@libs/contracts';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { WorkspaceStream } from './workspace-stream.js';

class Response extends EventEmitter {
  readonly written: string[] = [];
  writableNeedDrain = false;
  writableEnded = false;
  destroyed = false;
  writeHead(): void {}
  write(text: string): void {
    this.written.push(text);
  }
}

const running = (id: string): WorkspaceChange =>
  workspaceChange({ topic: 'executions', id, status: 'running', startedAt: 0 });

let response: Response;
let stream: WorkspaceStream;

beforeEach(() => {
  jest.useFakeTimers();
  response = new Response();
  stream = new WorkspaceStream(response as unknown as ServerResponse, {}, ['executions']);
});
afterEach(() => {
  response.emit('close');
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const told = (): string[][] =>
  response.written.map((text) => [...text.matchAll(/"id":"(\w+)"/g)].map(([, id = '']) => id));
const after = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

describe('a stream', () => {
  it('tells of a change at once, and of what follows a quarter of a second later', async () => {
    stream.add([running('a')], 1);
    await after(0);
    stream.add([running('b')], 2);
    stream.add([running('c')], 3);
    await after(249);
    expect(told()).toEqual([[], ['a']]);
    await after(1);
    expect(told()).toEqual([[], ['a'], ['b', 'c']]);
  });

  it('keeps the latest for a reader that takes nothing', async () => {
    response.writableNeedDrain = true;
    stream.add([running('a')], 1);
    await after(1_000);
    expect(told()).toEqual([[]]);
    response.writableNeedDrain = false;
    await after(250);
    expect(told()).toEqual([[], ['a']]);
  });

  it('has no timer besides its comments while nothing changes', () => {
    expect(jest.getTimerCount()).toBe(1);
  });
});
