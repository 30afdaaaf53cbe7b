import { describe, expect, it } from '@jest/globals';
import { missingNeeds, templatePicture } from './template.js';

const definition = {
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Hook', config: {} },
    { id: 'lines', type: 'loop', name: 'Lines', config: {} },
    { id: 'call', type: 'api', name: 'Call', config: {} },
  ],
  edges: [
    { from: 'hook', to: 'lines' },
    { from: 'lines', port: 'each', to: 'call' },
  ],
};

describe('templatePicture', () => {
  it('has every block inside its bounds, frames first, and each edge as a path', () => {
    const { blocks, edges, bounds } = templatePicture(definition);
    expect(blocks.map(({ id }) => id)).toEqual(['lines', 'hook', 'call']);
    for (const { x, y, width } of blocks) {
      expect(x).toBeGreaterThanOrEqual(bounds.x);
      expect(y).toBeGreaterThanOrEqual(bounds.y);
      expect(x + width).toBeLessThanOrEqual(bounds.x + bounds.width);
    }
    expect(edges).toEqual([expect.stringMatching(/^M[\d.-]+ [\d.-]+(L[\d.-]+ [\d.-]+)+$/)]);
  });

  it('is laid out once', () => {
    expect(templatePicture(definition)).toBe(templatePicture(definition));
  });
});

describe('missingNeeds', () => {
  it('leaves what the workspace has', () => {
    const needs = { secrets: ['MODEL_KEY'], variables: ['SHOP_URL', 'CHAT_URL'] };
    const names = { secrets: new Set<string>(), variables: new Set(['SHOP_URL']) };
    expect(missingNeeds({ needs }, names)).toEqual({
      secrets: ['MODEL_KEY'],
      variables: ['CHAT_URL'],
    });
  });
});
