import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { nameIdsIn } from './name-id.js';

it('mints the ids that the package uuid mints', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: 'binary' }), (namespace, name) => {
      fc.pre(name.isWellFormed());
      expect(nameIdsIn(namespace)(name)).toBe(v5(name, namespace));
    }),
  );
});
