import { describe, expect, it } from '@jest/globals';
import avro from 'avsc';
import { obstacles } from './schema-compatibility.mjs';

const record = (...fields) => ({ type: 'record', name: 'R', namespace: 'n', fields });
const colours = (symbols, more = {}) => ({ type: 'enum', name: 'Colour', symbols, ...more });

const cases = [
  ['a field that the reader lacks', record(), record({ name: 'a', type: 'int' }), []],
  [
    'a field that the writer lacks',
    record({ name: 'a', type: 'int' }),
    record(),
    ['READER_FIELD_MISSING_DEFAULT_VALUE'],
  ],
  [
    'a renamed field with an alias',
    record({ name: 'b', aliases: ['a'], type: 'int' }),
    record({ name: 'a', type: 'int' }),
    [],
  ],
  ['int read as long', record({ name: 'a', type: 'long' }), record({ name: 'a', type: 'int' }), []],
  [
    'long read as int',
    record({ name: 'a', type: 'int' }),
    record({ name: 'a', type: 'long' }),
    ['TYPE_MISMATCH'],
  ],
  [
    'a type that became nullable',
    record({ name: 'a', type: ['null', 'int'], default: null }),
    record({ name: 'a', type: 'int' }),
    [],
  ],
  [
    'a type that was nullable',
    record({ name: 'a', type: 'int' }),
    record({ name: 'a', type: ['null', 'int'] }),
    ['TYPE_MISMATCH'],
  ],
  [
    'a new branch of a union',
    record({ name: 'a', type: ['null', 'int'] }),
    record({ name: 'a', type: ['null', 'int', 'string'] }),
    ['MISSING_UNION_BRANCH'],
  ],
  [
    'a new symbol',
    record({ name: 'a', type: colours(['red']) }),
    record({ name: 'a', type: colours(['red', 'blue']) }),
    ['MISSING_ENUM_SYMBOLS'],
  ],
  [
    'a new symbol where there is a default one',
    record({ name: 'a', type: colours(['red'], { default: 'red' }) }),
    record({ name: 'a', type: colours(['red', 'blue']) }),
    [],
  ],
  [
    'items of another type',
    record({ name: 'a', type: { type: 'array', items: 'int' } }),
    record({ name: 'a', type: { type: 'array', items: 'string' } }),
    ['TYPE_MISMATCH'],
  ],
];

/** Avro's own resolution as a second opinion. */
function avscReads(reader, writer) {
  try {
    avro.Type.forSchema(reader, { wrapUnions: 'auto' }).createResolver(
      avro.Type.forSchema(writer, { wrapUnions: 'auto' }),
    );
    return true;
  } catch {
    return false;
  }
}

describe('the compatibility of two schemas', () => {
  it.each(cases)('%s', (_, reader, writer, rules) => {
    expect(obstacles(reader, writer).map(({ rule }) => rule)).toEqual(rules);
    expect(avscReads(reader, writer)).toBe(rules.length === 0);
  });
});
