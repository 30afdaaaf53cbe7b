import { describe, expect, it } from '@jest/globals';
import { parseSchema, readersById } from './record-readers.js';

const thing = (...fields: object[]): string =>
  JSON.stringify({ type: 'record', name: 'Thing', namespace: 'n', fields });
const id = { name: 'id', type: { type: 'string', logicalType: 'uuid' } };
const at = { name: 'at', type: ['null', { type: 'long', logicalType: 'timestamp-millis' }] };
const added = { name: 'added', type: 'string', default: 'none' };

const first = { name: 'Thing', id: 1, text: thing(id, at) };
const second = { name: 'Thing', id: 2, text: thing(at, id, added) };

describe('readers by schema id', () => {
  it('read records of an earlier release into the current shape', () => {
    const readers = readersById([second], [first]);
    const old = parseSchema(first.text).toBuffer({ id: 'x', at: 5 });
    expect(readers.get(1)?.read(old)).toEqual({ id: 'x', at: 5, added: 'none' });
    const fresh = parseSchema(second.text).toBuffer({ id: 'y', at: null, added: 'some' });
    expect(readers.get(2)?.read(fresh)).toEqual({ id: 'y', at: null, added: 'some' });
    expect(readers.get(3)).toBeUndefined();
  });

  it('reject a former schema that the current schema can not read', () => {
    const broken = { ...second, text: thing({ name: 'id', type: 'int' }) };
    expect(() => readersById([broken], [first])).toThrow();
  });
});
