/** A database that records the text of every statement, for tests that count them. */
import type { Database } from '@libs/persistence';

export interface CountedDatabase {
  readonly database: Database;
  /** In the order of execution. */
  readonly statements: string[];
}

export function countedStatements(database: Database): CountedDatabase {
  const statements: string[] = [];
  const pool = new Proxy(database.pool, {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver);
      if (property !== 'query' || typeof value !== 'function') return value;
      return (asked: string | { readonly text: string }, ...rest: unknown[]): unknown => {
        statements.push(typeof asked === 'string' ? asked : asked.text);
        return Reflect.apply(value, target, [asked, ...rest]) as unknown;
      };
    },
  });
  return { database: { ...database, pool }, statements };
}
