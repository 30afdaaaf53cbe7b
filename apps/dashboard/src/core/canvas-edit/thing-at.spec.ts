import { describe, expect, it } from '@jest/globals';
import { graphPorts } from './graph-ports.js';
import { type EditPort, portPlaces } from './port-places.js';
import { blockNear, blocksIn, type Drawn, thingAt } from './thing-at.js';

const out: EditPort = { name: 'out', label: 'out', kind: 'usual' };
const error: EditPort = { name: 'error', label: 'error', kind: 'error' };

const drawn: Drawn = {
  boxes: new Map([
    ['frame', { x: 0, y: 0, width: 244, height: 200 }],
    ['body', { x: 14, y: 42, width: 216, height: 52 }],
    ['after', { x: 14, y: 300, width: 216, height: 52 }],
  ]),
  routes: new Map([
    [
      'edge',
      {
        points: [
          { x: 122, y: 200 },
          { x: 122, y: 300 },
        ],
        label: null,
      },
    ],
  ]),
  isFrame: (id) => id === 'frame',
  portsOf: (id) => (id === 'frame' ? [] : [out, error]),
};

describe('thingAt', () => {
  it('meets ports before their block, and also just below it', () => {
    expect(thingAt(drawn, { x: 122, y: 92 })).toEqual({ kind: 'port', block: 'body', port: 'out' });
    expect(thingAt(drawn, { x: 122, y: 101 })).toMatchObject({ kind: 'port', block: 'body' });
    expect(thingAt(drawn, { x: 216, y: 94 })).toMatchObject({ port: 'error' });
    expect(thingAt(drawn, { x: 40, y: 60 })).toEqual({ kind: 'block', block: 'body' });
  });

  it('meets edges before the frame, and the ground beside all', () => {
    expect(thingAt(drawn, { x: 122, y: 220 })).toEqual({ kind: 'edge', edge: 'edge' });
    expect(thingAt(drawn, { x: 122, y: 250 })).toEqual({ kind: 'insert', edge: 'edge' });
    expect(thingAt(drawn, { x: 124, y: 290 })).toEqual({ kind: 'edgeEnd', edge: 'edge' });
    expect(thingAt(drawn, { x: 20, y: 150 })).toEqual({ kind: 'frame', block: 'frame' });
    expect(thingAt(drawn, { x: 600, y: 10 })).toEqual({ kind: 'ground' });
  });

  it('is as easy to meet when all is drawn at half its size', () => {
    expect(thingAt(drawn, { x: 134, y: 220 }).kind).toBe('ground');
    expect(thingAt(drawn, { x: 134, y: 220 }, 2).kind).toBe('edge');
  });
});

describe('blockNear', () => {
  it('takes a block in a frame before the frame, and one close by before none', () => {
    const all = (): boolean => true;
    expect(blockNear(drawn.boxes, { x: 40, y: 60 }, 14, all)).toBe('body');
    expect(blockNear(drawn.boxes, { x: 40, y: 290 }, 14, all)).toBe('after');
    expect(blockNear(drawn.boxes, { x: 40, y: 250 }, 14, all)).toBeNull();
    expect(
      blockNear(drawn.boxes, { x: 40, y: 60 }, 14, (id) => id !== 'frame' && id !== 'body'),
    ).toBeNull();
  });
});

it('selects the blocks that a box touches, and only frames that lie in it', () => {
  const area = { x: 100, y: 80, width: 300, height: 400 };
  expect(blocksIn(drawn.boxes, area, drawn.isFrame)).toEqual(['body', 'after']);
  const all = { x: -10, y: -10, width: 900, height: 900 };
  expect(blocksIn(drawn.boxes, all, drawn.isFrame)).toEqual(['frame', 'body', 'after']);
});

describe('portPlaces', () => {
  it('keeps every branch on the block, in its order', () => {
    const ports = Array.from({ length: 40 }, (_, at): EditPort => ({
      ...{ name: `${at}`, label: `${at}`, kind: 'usual' },
    }));
    const places = portPlaces({ width: 216, height: 52 }, [...ports, error]).map(({ at }) => at.x);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...places)).toBeLessThanOrEqual(216);
    expect(places.slice(0, -1).toSorted((a, b) => a - b)).toEqual(places.slice(0, -1));
  });
});

describe('graphPorts', () => {
  const ports = (type: string, config = {}, kind: 'block' | 'container' | 'note' = 'block') =>
    graphPorts({ id: 'a', type, name: 'A', config, kind, parent: null }).map(({ name }) => name);

  it('reads branches from the configuration, as far as it is filled in', () => {
    expect(ports('condition', { conditions: [{ port: 'yes' }, { port: 7 }, null] })).toEqual([
      ...['yes', 'error'],
    ]);
    expect(ports('router', { routes: [{ port: 'a' }, { port: 'a' }], otherwise: 'b' })).toEqual([
      ...['a', 'b', 'error'],
    ]);
    expect(ports('condition', { conditions: 'none' })).toEqual(['error']);
  });

  it('knows what each kind of block has', () => {
    expect(ports('webhook')).toEqual(['out']);
    expect(ports('api')).toEqual(['out', 'error']);
    expect(ports('loop', {}, 'container')).toEqual(['each', 'out', 'error']);
    expect(ports('note', {}, 'note')).toEqual([]);
  });
});
