import { describe, expect, it } from '@jest/globals';
import { blockAt } from './block-at.js';

describe('blockAt', () => {
  const boxes = new Map([
    ['frame', { x: 0, y: 0, width: 244, height: 108 }],
    ['body', { x: 14, y: 42, width: 216, height: 52 }],
  ]);

  it('finds the block in a frame before the frame, and nothing beside them', () => {
    expect(blockAt(boxes, { x: 20, y: 50 })).toBe('body');
    expect(blockAt(boxes, { x: 20, y: 10 })).toBe('frame');
    expect(blockAt(boxes, { x: 300, y: 10 })).toBeNull();
  });
});
