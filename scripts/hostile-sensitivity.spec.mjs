import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remedies } from '../test/hostile/remedies.mjs';

const root = join(import.meta.dirname, '..');

describe('the remedies that hostile-sensitivity removes', () => {
  it.each(remedies.flatMap(({ name, edits }) => edits.map(([file, from]) => [name, file, from])))(
    '%s is still in %s',
    (_, file, from) => {
      expect(readFileSync(join(root, file), 'utf8')).toContain(from);
    },
  );
});
