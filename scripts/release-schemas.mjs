/**
 * `npm run schemas:release -- <version>`: copies schemas/ to schemas/released/<version>/, with
 * golden bytes of every record type. Part of making a release; a released version is never changed.
 */
import avro from 'avsc';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaViolations, sentenceOf } from './check-schemas.mjs';
import { readSchemas } from './schema-files.mjs';

const samples = {
  null: () => null,
  boolean: () => true,
  int: () => 7,
  long: () => 1_763_700_000_123,
  float: () => 0.5,
  double: () => 0.25,
  // These hold JSON text that is parsed when a history is folded, or when a block refers to it.
  string: (path) => ({ carried: '[]', environment: '{}' })[path] ?? `${path} ✓`,
};

/**
 * A value that is the same on every run. `full` takes a union's last branch and one list item;
 * otherwise the first branch and no items.
 */
function sampleOf(type, path, full) {
  if (type instanceof avro.types.RecordType) {
    return Object.fromEntries(
      type.fields.map(({ name, type: fieldType }) => [name, sampleOf(fieldType, name, full)]),
    );
  }
  if (type instanceof avro.types.UnwrappedUnionType) {
    return sampleOf(full ? type.types.at(-1) : type.types[0], path, full);
  }
  if (type instanceof avro.types.ArrayType) {
    return full ? [sampleOf(type.itemsType, path, full)] : [];
  }
  if (type instanceof avro.types.MapType) {
    return full ? { key: sampleOf(type.valuesType, path, full) } : {};
  }
  const sample = samples[type.typeName];
  if (sample === undefined) throw new Error(`no sample for ${type.typeName} at ${path}`);
  return sample(path);
}

function goldenOf({ id, schema }) {
  const type = avro.Type.forSchema(schema, { wrapUnions: 'auto' });
  return [true, false].map((full) => {
    const value = sampleOf(type, schema.name, full);
    const header = Buffer.alloc(5);
    header.writeInt32BE(id, 1);
    return { frame: Buffer.concat([header, type.toBuffer(value)]).toString('base64'), value };
  });
}

const version = process.argv[2] ?? '';
const schemasDir = join(import.meta.dirname, '../schemas');
const target = join(schemasDir, 'released', version);
if (!/^[1-9]\d*$/.test(version)) {
  console.error('say which version: npm run schemas:release -- 2');
  process.exit(1);
}
if (existsSync(target)) {
  console.error(`version ${version} is released: it stays as it is`);
  process.exit(1);
}
const violations = await schemaViolations(schemasDir);
if (violations.length > 0) {
  for (const violation of violations) console.error(sentenceOf(violation));
  process.exit(1);
}
mkdirSync(target, { recursive: true });
const golden = {};
for (const schema of readSchemas(schemasDir)) {
  copyFileSync(join(schemasDir, `${schema.file}.avsc`), join(target, `${schema.file}.avsc`));
  golden[schema.name] = goldenOf(schema);
}
copyFileSync(join(schemasDir, 'ids.json'), join(target, 'ids.json'));
writeFileSync(join(target, 'golden.json'), `${JSON.stringify(golden, null, 2)}\n`);
console.log(`released version ${version}: ${Object.keys(golden).length} schemas`);
