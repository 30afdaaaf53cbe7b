import { describe, expect, it } from '@jest/globals';
import { readSimFile } from './sim-file.js';

const read = (content: unknown, file = 'orders.json') =>
  readSimFile(file, JSON.stringify(content), 'Imported workflow');

describe('readSimFile', () => {
  it.each([
    [{ metadata: { name: 'Orders ' } }, 'Orders'],
    [{ state: { metadata: { name: 'Inner' } } }, 'Inner'],
    [{ name: 'Own', blocks: {} }, 'Own'],
    [{ name: 7, blocks: {} }, 'orders'],
  ])('names %j', (content, name) => {
    expect(read(content)).toEqual({ name, content });
  });

  it('names a file without a name', () => {
    expect(read({}, '.json')?.name).toBe('Imported workflow');
  });

  it('cuts a name that no workflow can have', () => {
    expect(read({ name: 'a'.repeat(500) })?.name).toHaveLength(100);
  });

  it.each(['', 'blocks:', '[]', 'null', '"text"'])('refuses %j', (text) => {
    expect(readSimFile('a.json', text, 'x')).toBeNull();
  });
});
