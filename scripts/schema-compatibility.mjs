/**
 * Avro schema resolution: can data written with one schema be read with another? Each obstacle
 * names the field and the rule. Rules have the names of Confluent's registry, plus
 * LOGICAL_TYPE_CHANGED, which Avro itself would accept.
 */

const primitives = new Set([
  'null',
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'bytes',
  'string',
]);
/** The writer types that a reader's type accepts besides its own. */
const promotions = {
  long: ['int'],
  float: ['int', 'long'],
  double: ['int', 'long', 'float'],
  string: ['bytes'],
  bytes: ['string'],
};

const fullName = (schema, namespace) =>
  schema.name.includes('.') || !namespace ? schema.name : `${namespace}.${schema.name}`;

/** The schema with full names, and with every reference replaced by its type. */
function expand(schema, namespace, named) {
  if (Array.isArray(schema)) {
    return { type: 'union', branches: schema.map((branch) => expand(branch, namespace, named)) };
  }
  if (typeof schema === 'string') {
    if (primitives.has(schema)) return { type: schema };
    const found = named.get(schema) ?? named.get(`${namespace}.${schema}`);
    if (found === undefined) throw new Error(`no type ${schema}`);
    return found;
  }
  if (typeof schema.type !== 'string' || (!schema.name && named.has(schema.type))) {
    return expand(schema.type, namespace, named);
  }
  const own = schema.namespace ?? namespace;
  switch (schema.type) {
    case 'array':
      return { type: 'array', items: expand(schema.items, own, named) };
    case 'map':
      return { type: 'map', values: expand(schema.values, own, named) };
    case 'enum':
    case 'fixed': {
      const type = { ...schema, name: fullName(schema, own) };
      named.set(type.name, type);
      return type;
    }
    case 'record': {
      const type = { type: 'record', name: fullName(schema, own), fields: [] };
      named.set(type.name, type);
      for (const field of schema.fields) {
        type.fields.push({ ...field, type: expand(field.type, own, named) });
      }
      return type;
    }
    default:
      return { type: schema.type, logicalType: schema.logicalType };
  }
}

const nameOf = (type) => type.name ?? type.type;

function sameKind(reader, writer) {
  if (reader.type !== writer.type) return promotions[reader.type]?.includes(writer.type) ?? false;
  return reader.name === writer.name;
}

function* unionProblems(reader, writer, path) {
  if (writer.type === 'union') {
    for (const branch of writer.branches) yield* problems(reader, branch, path);
    return;
  }
  const match =
    reader.branches.find((branch) => branch.type === writer.type && sameKind(branch, writer)) ??
    reader.branches.find((branch) => sameKind(branch, writer));
  if (match === undefined) {
    yield {
      rule: 'MISSING_UNION_BRANCH',
      field: path,
      message: `the reader's union has no branch for ${nameOf(writer)}`,
    };
    return;
  }
  yield* problems(match, writer, path);
}

function* recordProblems(reader, writer, path) {
  for (const field of reader.fields) {
    const place = path === '' ? field.name : `${path}.${field.name}`;
    const names = [field.name, ...(field.aliases ?? [])];
    const written = writer.fields.find(({ name }) => names.includes(name));
    if (written !== undefined) yield* problems(field.type, written.type, place);
    else if (!('default' in field)) {
      yield {
        rule: 'READER_FIELD_MISSING_DEFAULT_VALUE',
        field: place,
        message: 'the reader has this field without a default, the writer does not have it',
      };
    }
  }
}

function* enumProblems(reader, writer, path) {
  const missing = writer.symbols.filter((symbol) => !reader.symbols.includes(symbol));
  if (missing.length > 0 && reader.default === undefined) {
    yield {
      rule: 'MISSING_ENUM_SYMBOLS',
      field: path,
      message: `the reader does not know ${missing.join(', ')} and has no default symbol`,
    };
  }
}

function* problems(reader, writer, path) {
  if (reader.type === 'union' || writer.type === 'union') {
    if (reader.type === 'union' || writer.branches.length > 0)
      yield* unionProblems(reader, writer, path);
    return;
  }
  if (reader.type !== writer.type && !sameKind(reader, writer)) {
    yield {
      rule: 'TYPE_MISMATCH',
      field: path,
      message: `the reader has ${nameOf(reader)}, the writer ${nameOf(writer)}`,
    };
    return;
  }
  if (reader.name !== writer.name) {
    yield {
      rule: 'NAME_MISMATCH',
      field: path,
      message: `the reader calls it ${reader.name}, the writer ${writer.name}`,
    };
    return;
  }
  if (reader.logicalType !== writer.logicalType) {
    yield {
      rule: 'LOGICAL_TYPE_CHANGED',
      field: path,
      message: `the reader has ${reader.logicalType ?? 'none'}, the writer ${writer.logicalType ?? 'none'}`,
    };
  }
  if (reader.type === 'record') yield* recordProblems(reader, writer, path);
  if (reader.type === 'enum') yield* enumProblems(reader, writer, path);
  if (reader.type === 'array') yield* problems(reader.items, writer.items, `${path}[]`);
  if (reader.type === 'map') yield* problems(reader.values, writer.values, `${path}{}`);
  if (reader.type === 'fixed' && reader.size !== writer.size) {
    yield {
      rule: 'FIXED_SIZE_MISMATCH',
      field: path,
      message: `the reader has ${reader.size} bytes, the writer ${writer.size}`,
    };
  }
}

/**
 * Why data written with `writer` can't be read with `reader`; empty if it can.
 * @param reader, writer Avro schemas as parsed JSON
 * @returns {{rule: string, field: string, message: string}[]} field: path in the record, `a.b`,
 * `a[]`, `a{}`
 */
export function obstacles(reader, writer) {
  return [
    ...problems(expand(reader, undefined, new Map()), expand(writer, undefined, new Map()), ''),
  ];
}

/**
 * Checks a schema change. BACKWARD: the new schema reads old data. FULL: the old one also reads new
 * data.
 * @param level 'BACKWARD_TRANSITIVE' | 'FULL_TRANSITIVE'
 */
export function incompatibilities(level, next, former) {
  const backward = obstacles(next, former).map((found) => ({ ...found, direction: 'BACKWARD' }));
  if (level !== 'FULL_TRANSITIVE') return backward;
  return [
    ...backward,
    ...obstacles(former, next).map((found) => ({ ...found, direction: 'FORWARD' })),
  ];
}
