import { describe, expect, it } from '@jest/globals';
import type { AddPlace } from '../add-block/add-place.js';
import { clearBy } from './clear-place.js';

const size = { width: 216, height: 52 };
const boxes = new Map([
  ['first', { x: 0, y: 0, ...size }],
  ['second', { x: 400, y: 0, ...size }],
  ['far', { x: 0, y: 4_000, ...size }],
]);
const by = (place: AddPlace, view = { x: 20, y: 20, zoom: 1 }): number =>
  clearBy({ place, boxes, view, stage: { width: 1_000, height: 600 } });
const after = (from: string): AddPlace => ({ kind: 'after', from, isBranch: false });

describe('clearBy', () => {
  it('moves the block that the new one follows out from under the list', () => {
    expect(by(after('first'))).toBe(332);
    expect(by({ kind: 'edge', edge: { from: 'second', to: 'first' } })).toBe(332);
    expect(by(after('first'), { x: 20, y: 20, zoom: 0.5 })).toBe(332);
  });

  it('moves nothing that stands clear, or is not seen at all', () => {
    expect(by(after('second'))).toBe(0);
    expect(by(after('far'))).toBe(0);
    expect(by(after('gone'))).toBe(0);
    expect(by({ kind: 'alone' }, { x: 400, y: 20, zoom: 1 })).toBe(0);
  });

  it('clears the first column that is seen for a block without a place', () => {
    expect(by({ kind: 'alone' })).toBe(332);
    expect(by({ kind: 'alone' }, { x: -300, y: 20, zoom: 1 })).toBe(252);
    expect(by({ kind: 'alone' }, { x: -100, y: 20, zoom: 1 })).toBe(352);
  });
});
