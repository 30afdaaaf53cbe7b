/** The schemas in git: the current ones in schemas/, and every released version under schemas/released/<version>/. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * One set of schemas: file name without ending, pinned id, schema.
 * @returns {{file: string, name: string, id: number | undefined, schema: object}[]}
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

/** A schema without its docs: what its readers and writers can tell apart. */
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
