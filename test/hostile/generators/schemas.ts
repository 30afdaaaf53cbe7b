/** JSON Schemas of an author: of a model's answer, and of a tool's arguments. */
import fc from 'fast-check';
import { count } from './sizes.js';

type Schema = Readonly<Record<string, unknown>>;

const nested = (depth: number, wrap: (inner: Schema) => Schema): Schema => {
  let schema: Schema = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = wrap(schema);
  return schema;
};

const pattern = fc
  .constantFrom(
    '(a+)+$',
    '^(a|aa)*b$',
    '(.*)*x',
    '[',
    '\\p{L}+',
    `(${'a?'.repeat(30)})${'a'.repeat(30)}`,
  )
  .map((text): Schema => ({ type: 'string', pattern: text }));

const wide = count.map((fields): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: fields }, (_, n) => [`f${n}`, { type: 'string' }]),
  ),
  required: Array.from({ length: fields }, (_, n) => `f${n}`),
}));

const deep = fc
  .tuple(fc.constantFrom(10, 190, 1_000), fc.constantFrom('items', 'properties', 'anyOf', 'not'))
  .map(([depth, how]): Schema =>
    nested(depth, (inner) =>
      how === 'items'
        ? { type: 'array', items: inner }
        : how === 'properties'
          ? { type: 'object', properties: { a: inner } }
          : how === 'anyOf'
            ? { anyOf: [inner, { type: 'string' }] }
            : { not: inner },
    ),
  );

const recursive = fc.constantFrom<Schema>(
  { $ref: '#' },
  { $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
  { $defs: { n: { type: 'array', items: { $ref: '#/$defs/n' } } }, $ref: '#/$defs/n' },
  { allOf: [{ $ref: '#' }, { $ref: '#' }] },
  { $ref: 'https://schemas.example/x.json' },
);

const odd = fc.constantFrom<Schema>(
  {},
  { type: 'nothing' },
  { type: 5, minimum: 'x' },
  { enum: Array.from({ length: 10_000 }, (_, n) => n) },
  { const: { a: ['x'.repeat(100_000)] } },
  { type: 'array', uniqueItems: true },
  { type: 'object', patternProperties: { '(a+)+$': { type: 'number' } } },
  { type: 'object', propertyNames: { pattern: '(a|a)*$' }, minProperties: 1e9 },
  JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as Schema,
);

export const schema: fc.Arbitrary<Schema> = fc.oneof(pattern, wide, deep, recursive, odd);
