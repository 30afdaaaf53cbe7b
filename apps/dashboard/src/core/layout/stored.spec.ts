import { expect, it } from '@jest/globals';
import { storedLayout } from './stored.js';

it('puts the first block of a body, without a place, by what leads to its container', () => {
  const size = { width: 216, height: 52 };
  const input = {
    blocks: [
      { id: 'hook', parent: null, isContainer: false, ...size },
      { id: 'loop', parent: null, isContainer: true, width: 0, height: 0 },
      { id: 'body', parent: 'loop', isContainer: false, ...size },
    ],
    edges: [{ id: 'e', from: 'hook', to: 'loop', label: null, kind: 'usual' as const }],
    start: 'hook',
  };
  const automatic = {
    boxes: new Map([
      ['hook', { x: 14, y: 0, ...size }],
      ['loop', { x: 0, y: 84, width: 244, height: 108 }],
      ['body', { x: 14, y: 126, ...size }],
    ]),
  };
  const { boxes } = storedLayout(input, { hook: [500, 1_000] }, automatic);
  expect(boxes.get('body')).toMatchObject({ x: 500, y: 1_126 });
});
