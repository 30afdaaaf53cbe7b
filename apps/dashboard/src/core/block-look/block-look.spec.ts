import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockLookOf } from './block-look.js';

const root = join(import.meta.dirname, '../../../../..');
const { $defs } = JSON.parse(
  readFileSync(join(root, 'schemas/workflow-definition.json'), 'utf8'),
) as { $defs: Record<string, { properties?: { type?: { const?: string } } }> };
const types = Object.values($defs).flatMap(({ properties }) => properties?.type?.const ?? []);

describe('blockLookOf', () => {
  it('has a look for every block type of the catalogue, with its icon and title', () => {
    expect(types).toContain('webhook');
    const catalogue = readFileSync(join(root, 'libs/blocks/src/catalogue.ts'), 'utf8');
    for (const type of types) {
      const { icon, title } = blockLookOf(type);
      const entry = catalogue.slice(catalogue.indexOf(`\n  ${type}: {`)).split(`\n  },`)[0];
      expect(entry).toContain(`icon: '${icon}'`);
      expect(entry).toContain(`title: '${title}'`);
    }
  });

  it('draws a type of a newer server as a box', () => {
    for (const type of ['quantum', 'constructor', '__proto__'])
      expect(blockLookOf(type)).toEqual({ category: 'code', icon: 'box', title: type });
  });
});
