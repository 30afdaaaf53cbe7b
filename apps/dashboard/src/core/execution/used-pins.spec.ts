import { describe, expect, it } from '@jest/globals';
import { applyEvents, emptyLedger } from './execution-ledger.js';
import { outlineOf } from './outline.js';
import { runFrom } from './testing/run-from.js';
import { usedPins } from './used-pins.js';

const outline = outlineOf({
  blocks: [
    { id: 'hook', type: 'webhook' },
    ...['fetch', 'rate', 'charge', 'accept', 'refuse'].map((id) => ({ id, type: 'api' })),
    { id: 'lines', type: 'loop' },
    { id: 'line', type: 'function' },
    { id: 'store', type: 'api' },
  ],
  edges: [
    { from: 'hook', to: 'fetch' },
    { from: 'fetch', to: 'rate' },
    { from: 'rate', to: 'charge' },
    { from: 'charge', to: 'accept' },
    { from: 'charge', to: 'refuse', port: 'error' },
    { from: 'hook', to: 'lines' },
    { from: 'lines', to: 'line', port: 'each' },
    { from: 'line', to: 'store' },
  ],
});
const pins = (...drawn: readonly string[]): string[] => [
  ...usedPins(outline, applyEvents(emptyLedger, runFrom(...drawn))),
];
const all = ['lines:loop ####', 'line@lines[0] ..#', 'store@lines[0] ...#'];

describe('usedPins', () => {
  it('are none where all ran, and what the run did not come to is none', () => {
    expect(pins('fetch #', 'rate .#', 'charge ..#', 'accept ...#', ...all)).toEqual([]);
    expect(pins('fetch #', 'rate .#', 'charge ..#x', ...all)).toEqual([]);
  });

  it('are the blocks that the run went through without running them', () => {
    expect(pins('charge ..#', 'accept ...#', ...all)).toEqual(['fetch', 'rate']);
    expect(pins('fetch #', 'charge ..#x', ...all)).toEqual(['rate']);
    expect(pins('fetch #', 'rate .#', 'charge ..#', ...all)).toEqual(['accept']);
  });

  it('are not counted before the run has gone on behind them', () => {
    expect(pins('fetch #', 'lines:loop ####>')).toEqual([]);
    expect(pins('charge ..#>', 'lines:loop ####>')).toEqual(['fetch', 'rate']);
  });

  it('are no blocks of a body, of which an iteration may leave out some', () => {
    expect(pins('fetch #', 'rate .#', 'charge ..#', 'accept ...#', ...all.slice(0, 2))).toEqual([]);
  });
});
