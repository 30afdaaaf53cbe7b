/**
 * `npm run schemas:check`: checks schemas/ against every released version. Public topics are
 * FULL_TRANSITIVE, the others BACKWARD_TRANSITIVE. Exits 1 with the rule and field of each
 * violation. `--schemas=<dir>` checks another copy.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './import-sources.mjs';
import { incompatibilities } from './schema-compatibility.mjs';
import { readReleases, readSchemas, sameSchema } from './schema-files.mjs';

const fullestLevel = (levels) =>
  levels.includes('FULL_TRANSITIVE') ? 'FULL_TRANSITIVE' : 'BACKWARD_TRANSITIVE';

/** @returns {Map<string, string>} record type to the strictest level of the topics that carry it */
function levelsByRecord({ topicCatalogue, compatibilityOf }) {
  const levels = new Map();
  for (const topic of topicCatalogue) {
    for (const record of topic.records) {
      levels.set(record, fullestLevel([compatibilityOf(topic), levels.get(record)]));
    }
  }
  return levels;
}

/** Every record and every field, at any depth, must have a doc. */
function* undocumented(schema, path = []) {
  if (Array.isArray(schema)) for (const branch of schema) yield* undocumented(branch, path);
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return;
  if (schema.type === 'record') {
    if (!schema.doc?.trim()) yield { path: [...path, `record ${schema.name}`] };
    for (const field of schema.fields) {
      if (!field.doc?.trim()) yield { path: [...path, field.name] };
      yield* undocumented(field.type, [...path, field.name]);
    }
  } else yield* undocumented(schema.type ?? null, path);
  yield* undocumented(schema.items ?? schema.values ?? null, path);
}

function* documentationViolations({ name, schema }) {
  for (const { path } of undocumented(schema)) {
    yield {
      rule: 'FIELD_WITHOUT_DOC',
      schema: name,
      field: path.join('.'),
      message: 'every field has a doc: meaning, unit, source',
    };
  }
  if (!schema.namespace) {
    yield {
      rule: 'NO_NAMESPACE',
      schema: name,
      field: '',
      message: 'a schema is named in a namespace',
    };
  }
}

function* idViolations(current, releases) {
  const owners = new Map();
  const nextId =
    Math.max(0, ...[current, ...releases.map((r) => r.schemas)].flat().map(({ id }) => id ?? 0)) +
    1;
  for (const { name, id, schema } of [...releases.flatMap(({ schemas }) => schemas), ...current]) {
    const owner = owners.get(id);
    if (owner === undefined) owners.set(id, { name, schema });
    else if (owner.name !== name || !sameSchema(owner.schema, schema)) {
      yield {
        rule: 'SCHEMA_ID_REUSED',
        schema: name,
        field: '',
        message: `id ${id} stands for the released schema of ${owner.name}; give the changed schema the next free id, ${nextId}, in schemas/ids.json`,
      };
    }
  }
}

function* releaseViolations(current, { version, schemas }, levels) {
  for (const former of schemas) {
    const next = current.find(({ name }) => name === former.name);
    const place = { schema: former.name, version };
    if (next === undefined) {
      yield { ...place, rule: 'RELEASED_TYPE_REMOVED', field: '', message: 'records of it exist' };
      continue;
    }
    const level = levels.get(former.name) ?? 'FULL_TRANSITIVE';
    for (const found of incompatibilities(level, next.schema, former.schema)) {
      yield { ...place, level, ...found };
    }
  }
}

export async function schemaViolations(schemasDir) {
  const catalogue = await import('../libs/contracts/src/topic-catalogue.ts');
  const levels = levelsByRecord(catalogue);
  const current = readSchemas(schemasDir);
  const releases = readReleases(schemasDir);
  return [
    ...current.flatMap((schema) => [...documentationViolations(schema)]),
    ...idViolations(current, releases),
    ...releases.flatMap((release) => [...releaseViolations(current, release, levels)]),
  ];
}

export const sentenceOf = ({ rule, schema, field, message, version, level, direction }) =>
  [
    `${rule}: ${schema}${field ? `.${field}` : ''}: ${message}`,
    version === undefined ? '' : ` (against release ${version}${level ? `, ${level}` : ''}`,
    version === undefined ? '' : `${direction ? `, ${direction}` : ''})`,
  ].join('');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.find((argument) => argument.startsWith('--schemas='));
  const dir = given?.slice('--schemas='.length) ?? join(import.meta.dirname, '../schemas');
  const violations = await schemaViolations(dir);
  for (const violation of violations) console.error(sentenceOf(violation));
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`schemas: compatible with ${readReleases(dir).length} released version(s)`);
}
