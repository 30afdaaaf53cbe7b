/**
 * The committed schemas: the current ones in schemas/, released versions in
 * schemas/released/<version>/.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * @returns {{file: string, name: string, id: number | undefined, schema: object}[]} `file` without
 * extension; `id` is the pinned one
 */
export function readSchemas(dir) {
  const ids = readJson(join(dir, 'ids.json'));
  return readdirSync(dir)
    .filter((name) => name.endsWith('.avsc'))
    .sort()
    .map((name) => {
      const file = name.replace('.avsc', '');
      const schema = readJson(join(dir, name));
      return { file, name: schema.name, id: ids[file], schema };
    });
}

/** Released versions, oldest first. */
export function readReleases(schemasDir) {
  const dir = join(schemasDir, 'released');
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => ({ version, schemas: readSchemas(join(dir, version)) }));
}

/** A schema without its docs: the parts that matter to readers and writers. */
export function withoutDocs(schema) {
  if (Array.isArray(schema)) return schema.map(withoutDocs);
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'doc')
      .map(([key, value]) => [key, key === 'default' ? value : withoutDocs(value)]),
  );
}

export const sameSchema = (a, b) =>
  JSON.stringify(withoutDocs(a)) === JSON.stringify(withoutDocs(b));
