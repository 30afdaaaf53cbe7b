/**
 * Finds every exported statement of every `*.sql.ts`, and the exports that Postgres cannot explain
 * directly.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectionSql } from '../../apps/projector/src/engine/projection.sql.js';
import type { Row, TableWrite } from '../../apps/projector/src/engine/table-write.js';
import type { Statement } from './plans.js';
import { notAsked, samples, sampleValues } from './samples.js';

const root = join(import.meta.dirname, '../..');

export interface Discovered {
  readonly statements: readonly Statement[];
  /** Names of exports without an entry in samples.ts. */
  readonly unknown: readonly string[];
  readonly names: ReadonlySet<string>;
}

const isStatement = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text);

const isTableWrite = (value: object): value is TableWrite<Row> => 'subqueries' in value;

/** Null for an export that is no statement and has no sample. */
function textsOf(name: string, value: unknown): readonly string[] | null {
  const sampled = samples[name];
  if (sampled !== undefined) return sampled();
  if (typeof value === 'string') return isStatement(value) ? [value] : null;
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    const texts: readonly unknown[] = value;
    return texts.every((text) => typeof text === 'string') ? texts : null;
  }
  if (isTableWrite(value)) return [projectionSql([value])];
  if ('text' in value && typeof value.text === 'string') return [value.text];
  return null;
}

/**
 * Constants used as named statements somewhere: Postgres may keep one plan of them for all values.
 */
function namedConstants(): ReadonlySet<string> {
  const sources = globSync('{apps,libs}/**/*.ts', { cwd: root }).filter(
    (path) => !/spec\.ts$|\.sql\.ts$/.test(path),
  );
  return new Set(
    sources.flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /(?:text: |prepared\('\w+', )(\w+Sql)\b/g,
        ),
      ].map(([, constant = '']) => constant),
    ),
  );
}

export async function discoverStatements(): Promise<Discovered> {
  const statements: Statement[] = [];
  const unknown: string[] = [];
  const names = new Set<string>();
  const byName = namedConstants();
  for (const path of globSync('{apps,libs}/**/*.sql.ts', { cwd: root }).sort()) {
    const module = (await import(join(root, path))) as Record<string, unknown>;
    for (const [key, value] of Object.entries(module)) {
      const name = `${path.replace(/\/src\//, '/').replace(/\.sql\.ts$/, '')}#${key}`;
      names.add(name);
      if (typeof value === 'number' || name in notAsked) continue;
      const texts = textsOf(name, value);
      if (texts === null) unknown.push(name);
      const isNamed = byName.has(key) || (typeof value === 'object' && !Array.isArray(value));
      const values = sampleValues[name] ?? null;
      for (const text of texts ?? []) statements.push({ name, text, values, isNamed });
    }
  }
  return { statements, unknown, names };
}
