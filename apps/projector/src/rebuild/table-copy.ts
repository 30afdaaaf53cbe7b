/** The copy of a projection's tables: created empty, given indexes, swapped for the live tables. */
import type { Database } from '@libs/persistence';
import {
  adoptCheckpointsSql,
  copySchemaOf,
  copyTableSql,
  keptPartitionSql,
  keysSql,
  missingIndexesSql,
  partitionKeySql,
  partitionsSql,
  retiredSchemaOf,
} from './copy.sql.js';
import { RebuildError } from './rebuild.errors.js';

type Client = Pick<Database['pool'], 'query'>;

const checkpointTable = 'projection_checkpoint';

export class TableCopy {
  readonly schema: string;

  constructor(
    private readonly client: Client,
    projection: string,
    private readonly tables: readonly string[],
    private readonly retired = retiredSchemaOf(projection),
  ) {
    this.schema = copySchemaOf(projection);
  }

  /** Deletes the remains of an earlier rebuild first. */
  async create(): Promise<void> {
    await this.drop();
    await this.client.query(`create schema ${this.schema}`);
    for (const table of [checkpointTable, ...this.tables]) {
      const partitioned = await this.client.query<{ key: string | null }>(partitionKeySql, [table]);
      const key = partitioned.rows[0]?.key ?? null;
      const by = key === null ? '' : ` partition by ${key}`;
      await this.client.query(copyTableSql(this.schema, table) + by);
      if (key !== null) await this.client.query(keptPartitionSql(this.schema, table));
      const { rows } = await this.client.query<{ name: string; definition: string }>(keysSql, [
        table,
      ]);
      for (const { name, definition } of rows) {
        await this.client.query(
          `alter table ${this.schema}.${table} add constraint ${name} ${definition}`,
        );
      }
    }
  }

  /** Indexes of the live tables. Called again before the swap: a migration may have added one. */
  async buildIndexes(): Promise<void> {
    for (const table of this.tables)
      for (const definition of await this.#missingIndexes(table))
        // `ONLY` in an index definition would leave the partitions without the index.
        await this.client.query(definition.replace(/ ON (ONLY )?public\./, ` ON ${this.schema}.`));
  }

  /** Without statistics, the first queries after the swap would get bad plans. */
  async analyze(): Promise<void> {
    for (const table of this.tables) await this.client.query(`analyze ${this.schema}.${table}`);
  }

  async #missingIndexes(table: string): Promise<string[]> {
    const { rows } = await this.client.query<{ definition: string }>(missingIndexesSql, [
      table,
      this.schema,
    ]);
    return rows.map(({ definition }) => definition);
  }

  /**
   * Inside a transaction that blocks the projectors: swaps the tables and adopts the copy's
   * checkpoints.
   * @throws RebuildError when the live tables have got another index since the last look
   */
  async replaceLive(): Promise<void> {
    await this.client.query(`create schema ${this.retired}`);
    for (const table of this.tables) {
      await this.#lock(`public.${table}`);
      const [missing] = await this.#missingIndexes(table);
      if (missing !== undefined)
        throw new RebuildError('DISTURBED', `${missing}: made meanwhile; start the rebuild again`);
      await this.#move(`public.${table}`, this.retired);
      await this.#move(`${this.schema}.${table}`, 'public');
    }
    await this.client.query(adoptCheckpointsSql(this.schema));
  }

  /** Moves a table with its partitions, which may have changed since the copy began. */
  async #move(table: string, schema: string): Promise<void> {
    // No partition may be added between reading their list and moving them.
    await this.#lock(table);
    const { rows } = await this.client.query<{ name: string }>(partitionsSql, [table]);
    for (const name of [table, ...rows.map((row) => row.name)])
      await this.client.query(`alter table ${name} set schema ${schema}`);
  }

  async #lock(table: string): Promise<void> {
    await this.client.query(`lock table ${table} in access exclusive mode`);
  }

  async drop(): Promise<void> {
    for (const schema of [this.schema, this.retired]) {
      // One by one: a reader or projector in the old tables could lock them in the opposite order.
      for (const table of [checkpointTable, ...this.tables])
        await this.client.query(`drop table if exists ${schema}.${table}`);
      await this.client.query(`drop schema if exists ${schema} cascade`);
    }
  }
}
