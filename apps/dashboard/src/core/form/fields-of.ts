/**
 * The fields of a form, from the JSON Schema of a block's configuration. Pure. Total: a schema that
 * is not understood becomes a field for any JSON, so no value is out of reach.
 */
import type { Path } from '../edit/text/json-value.js';
import type { Arm, Basics, ChoiceOption, Field, FieldOf, UnionField } from './field.js';
import { withoutFields, type Schema, type Way } from './schema.js';

/** Where a schema stands. */
interface Place {
  readonly path: Path;
  readonly isRequired: boolean;
}

/** @param schema `configSchema` of a block type */
export function fieldsOf(schema: Readonly<Record<string, unknown>>): readonly Field[] {
  return objectFields(schema, []);
}

const jsonOf = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** Titles name the unit for readers of the schema; the field has it beside its number. */
const withoutUnit = (title: string): string => title.replace(/ \(ms\)$/, '');

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\w+/g) ?? [];

/** Null where it only repeats the title. */
function hintOf(title: string, { description }: Schema): string | null {
  const hint = description?.replaceAll('`', '') ?? null;
  const known = new Set(wordsOf(title));
  return hint !== null && wordsOf(hint).every((word) => known.has(word)) ? null : hint;
}

function basicsOf(schema: Schema, { path, isRequired }: Place): Basics {
  const title = withoutUnit(schema.title ?? String(path.at(-1) ?? ''));
  return {
    ...{ path, title },
    hint: hintOf(title, schema),
    isRequired,
    isAdvanced: schema['x-group'] === 'advanced',
    fallback: jsonOf(schema.default),
    example: jsonOf(schema.examples?.[0]),
    takesReference: false,
  };
}

const optionsOf = (schema: Schema): readonly ChoiceOption[] =>
  (schema.enum ?? []).map(String).map((value) => ({
    value,
    label: schema['x-labels']?.[value] ?? value,
  }));

/** `number or text`: the text is a reference. */
function withReference(schema: Schema): Schema | null {
  const [value, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'string');
  if (value === undefined || others.length > 0) return null;
  const { anyOf = [], ...rest } = schema;
  return anyOf.length === 2 ? { ...value, ...rest } : null;
}

function fieldOf(schema: Schema, place: Place): Field {
  const value = withReference(schema);
  if (value !== null) return { ...fieldOf(value, place), takesReference: true };
  const basics = basicsOf(schema, place);
  switch (schema['x-ui']) {
    case 'secret':
    case 'workflow':
    case 'block-name':
    case 'timezone':
    case 'cron':
      return { ...basics, kind: schema['x-ui'] };
    case 'code':
    case 'expression':
      return { ...basics, kind: schema['x-ui'] };
    case 'duration':
      return { ...basics, kind: 'duration', unit: schema['x-unit'] === 's' ? 's' : 'ms' };
    case 'key-values':
      return pairsOf(schema, basics);
    case undefined:
    default:
      return plainField(schema, place, basics);
  }
}

function plainField(schema: Schema, place: Place, basics: Basics): Field {
  if (schema.enum !== undefined) {
    const unchosen = schema['x-unchosen'] ?? null;
    return { ...basics, kind: 'choice', options: optionsOf(schema), unchosen };
  }
  switch (schema.type) {
    case 'string':
      return textOf(schema, basics);
    case 'integer':
    case 'number':
      return { ...basics, kind: 'number' };
    case 'boolean':
      return { ...basics, kind: 'boolean' };
    case 'array':
      return listOf(schema.items ?? {}, basics);
    case undefined:
    default:
      return fieldOfObject(schema, place, basics) ?? jsonField(schema, basics);
  }
}

const isLong = (schema: Schema): boolean => schema['x-ui'] === 'long-text';

/** A text of a fixed form holds no references. */
function textOf(schema: Schema, basics: Basics): FieldOf<'text'> {
  const hasReferences = schema.pattern === undefined;
  return { ...basics, kind: 'text', hasReferences, isLong: isLong(schema) };
}

function listOf(items: Schema, basics: Basics): Field {
  if (items.enum !== undefined) return { ...basics, kind: 'choices', options: optionsOf(items) };
  return { ...basics, kind: 'list', item: fieldOf(items, { path: [], isRequired: true }) };
}

function jsonField(schema: Schema, basics: Basics): Field {
  const shape = schema.type === 'object' ? 'object' : 'any';
  const isUsuallyJson = shape === 'object' || typeof schema.examples?.[0] === 'object';
  const starts = isUsuallyJson || schema['x-ui'] === 'json' ? 'json' : 'text';
  return { ...basics, kind: 'json', shape, starts, isLong: isLong(schema) };
}

function pairsOf(schema: Schema, basics: Basics): Field {
  const isList = schema.type === 'array';
  const { additionalProperties: more } = schema;
  const value = isList
    ? (schema.items?.properties?.['value'] ?? {})
    : typeof more === 'object'
      ? more
      : {};
  return {
    ...basics,
    kind: 'pairs',
    holder: isList ? 'list' : 'map',
    value: fieldOf(value, { path: isList ? ['value'] : [], isRequired: true }),
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Required ones first, in the order of the schema. */
const inOrder = (fields: readonly Field[]): readonly Field[] =>
  fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));

function plainFields(schema: Schema, path: Path, needed: readonly string[] = []): Field[] {
  const required = new Set([...(schema.required ?? []), ...needed]);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]): Field => {
    const isRequired = required.has(name) && property.default === undefined;
    return fieldOf(property, { path: [...path, name], isRequired });
  });
  return withRequests(fields, schema);
}

/** Joins a field with the one that it says to be beside of. */
function withRequests(fields: readonly Field[], { properties = {} }: Schema): Field[] {
  return fields.flatMap((field): Field[] => {
    const name = String(field.path.at(-1));
    const isMethod = Object.values(properties).some((other) => other['x-beside'] === name);
    if (isMethod && field.kind === 'choice') return [];
    const beside = properties[name]?.['x-beside'];
    const method = fields.find(({ path }) => path.at(-1) === beside);
    if (field.kind !== 'text' || method?.kind !== 'choice') return [field];
    return [{ ...field, kind: 'request', method, url: field }];
  });
}

function objectFields(schema: Schema, path: Path): readonly Field[] {
  const { oneOf, 'x-either': ways } = schema;
  const place = { path, isRequired: true };
  if (oneOf !== undefined) return unionFields(oneOf, basicsOf(schema, place)) ?? [];
  if (ways !== undefined) return eitherFields(schema, ways, basicsOf(schema, place));
  return inOrder(plainFields(schema, path));
}

/** Null: it is no object with known fields. */
function fieldOfObject(schema: Schema, { path }: Place, basics: Basics): Field | null {
  if (schema.oneOf !== undefined) {
    const union = unionOf(schema.oneOf, basics);
    return union && { ...union, isTriggerCheck: schema['x-ui'] === 'trigger-check' };
  }
  if (schema.properties === undefined) return null;
  return { ...basics, kind: 'group', fields: objectFields(schema, path) };
}

/** The field whose constant tells the arms apart. */
const discriminatorOf = ([first]: readonly Schema[]): string | null =>
  Object.entries(first?.properties ?? {}).find(([, one]) => one.const !== undefined)?.[0] ?? null;

function armOf(schema: Schema, name: string, path: Path): Arm {
  const { [name]: constant, ...properties } = schema.properties ?? {};
  const id = String(constant?.const);
  return {
    id,
    title: schema.title ?? id,
    fields: inOrder(plainFields({ ...schema, properties }, path)),
  };
}

function unionOf(schemas: readonly Schema[], basics: Basics): UnionField | null {
  const name = discriminatorOf(schemas);
  if (name === null) return null;
  const arms = schemas.map((schema) => armOf(schema, name, basics.path));
  const discriminator = { by: 'field', name } as const;
  return { ...basics, kind: 'union', discriminator, arms, isTriggerCheck: false };
}

/** What every arm has stands after the union, once. */
function unionFields(schemas: readonly Schema[], basics: Basics): readonly Field[] | null {
  const union = unionOf(schemas, basics);
  const [first] = union?.arms ?? [];
  if (union === null || first === undefined) return null;
  const shared = first.fields.filter((field) =>
    union.arms.every((arm) => arm.fields.some((other) => isSame(other, field))),
  );
  const arms = union.arms.map((arm) => ({
    ...arm,
    fields: arm.fields.filter((field) => !shared.some((other) => isSame(other, field))),
  }));
  return [{ ...union, arms }, ...shared];
}

const topOf = (field: string): string => field.split('[].')[0] ?? field;

function eitherFields(schema: Schema, ways: readonly Way[], basics: Basics): readonly Field[] {
  const all = ways.flatMap(({ fields }) => fields);
  const tops = new Set(all.map(topOf));
  const arms = ways.map(({ title, fields }): Arm => {
    const hidden = all.filter((field) => !fields.includes(field));
    const shown = plainFields(withoutFields(schema, hidden, fields), basics.path);
    return {
      id: title,
      title,
      fields: inOrder(shown.filter(({ path }) => tops.has(String(path.at(-1))))),
    };
  });
  const own = ways.map(({ fields }) => fields);
  const discriminator = { by: 'presence', own } as const;
  const union: Field = { ...basics, kind: 'union', discriminator, arms, isTriggerCheck: false };
  const others = plainFields(schema, basics.path);
  return [union, ...inOrder(others.filter(({ path }) => !tops.has(String(path.at(-1)))))];
}
