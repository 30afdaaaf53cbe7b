import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { blockTypes } from './registry.js';

interface Schema {
  readonly description?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Paths of fields without a description; a field that can have only one value needs none. */
function undescribed(schema: Schema, path: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = `${path}.${name}`;
    const isTold = field.description !== undefined || field.const !== undefined;
    return [...(isTold ? [] : [own]), ...undescribed(field, own)];
  });
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const inside = [...variants, ...(schema.items ? [schema.items] : [])];
  return [...fields, ...inside.flatMap((one) => undescribed(one, path))];
}

const schemaOf = (config: z.ZodType): Schema =>
  z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }) as unknown as Schema;

describe('every block type', () => {
  it('describes each configuration field and each output', () => {
    const silent = [...blockTypes.values()].flatMap(({ type, config, outputs = {} }) => [
      ...undescribed(schemaOf(config), type),
      ...Object.entries(outputs).flatMap(([name, text]) =>
        text === '' ? [`<${type}.${name}>`] : [],
      ),
    ]);
    expect([...new Set(silent)]).toEqual([]);
  });
});
