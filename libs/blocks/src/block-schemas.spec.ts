import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { blockTypeDescriptions, definitionDocument, fileDocument } from './block-schemas.js';
import { catalogue } from './catalogue.js';
import { checkDefinition } from './check-definition.js';
import { orderIntake } from './testing/order-intake.js';
import { blockTypes } from './registry.js';

const schema = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
  definitionDocument(),
  'workflow-definition.json',
);
const isValid = (definition: unknown): boolean =>
  schema.validate('workflow-definition.json', definition);

const examples = join(import.meta.dirname, '../../../examples');

describe('the catalogue of block types', () => {
  it('has every type, with an example that its schema accepts', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...blockTypes.keys()].sort());
    for (const [type, { example }] of Object.entries(catalogue))
      expect([type, blockTypes.get(type)?.config.safeParse(example).error?.issues]).toEqual([
        type,
        undefined,
      ]);
  });

  it('gives every field of a configuration a title', () => {
    const untitled = blockTypeDescriptions().flatMap(({ type, configSchema }) =>
      Object.entries((configSchema['properties'] ?? {}) as Record<string, object>)
        .filter(([, field]) => !('title' in field))
        .map(([name]) => `${type}.${name}`),
    );
    expect(untitled).toEqual([]);
  });

  it('names only fields that exist in the ways to fill an object', () => {
    interface Fields {
      readonly properties?: Readonly<Record<string, { readonly items?: Fields }>>;
      readonly 'x-either'?: readonly { readonly fields: readonly string[] }[];
    }
    const named = blockTypeDescriptions().flatMap(({ type, configSchema }) => {
      const { properties = {}, 'x-either': ways = [] } = configSchema as Fields;
      return ways
        .flatMap(({ fields }) => fields)
        .map((field) => {
          const [name = '', inner] = field.split('[].');
          const found = properties[name];
          return [type, field, inner === undefined ? found : found?.items?.properties?.[inner]];
        });
    });
    expect(named.map(([type]) => type)).toEqual(
      expect.arrayContaining(['schedule', 'router', 'parallel', 'wait']),
    );
    expect(named.filter(([, , found]) => found === undefined)).toEqual([]);
  });
});

describe('the schema of a definition', () => {
  it('accepts what a check accepts', () => {
    const definition = orderIntake();
    expect([isValid(definition), checkDefinition(definition).ok]).toEqual([true, true]);
  });

  it.each<[string, object]>([
    ['an unknown block type', { id: 'a', name: 'a', type: 'teleport', config: {} }],
    ['an unknown field', { id: 'a', name: 'a', type: 'api', config: { urll: 'x' } }],
    ['a missing field', { id: 'a', name: 'a', type: 'api', config: {} }],
    ['an id with a space', { id: 'a b', name: 'a', type: 'manual' }],
  ])('refuses %s', (_, block) => {
    expect(isValid({ blocks: [block] })).toBe(false);
  });

  it('accepts every shipped example as a workflow file', () => {
    const validate = schema.compile({ ...fileDocument(), $id: 'workflow-file.json' });
    const files = readdirSync(examples).filter((name) => /\.(json|yaml)$/.test(name));
    expect(files.length).toBeGreaterThan(5);
    for (const name of files) {
      const valid = validate(parse(readFileSync(join(examples, name), 'utf8')));
      expect([name, valid, validate.errors]).toEqual([name, true, null]);
    }
  });
});
