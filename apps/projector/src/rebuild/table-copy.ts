/** The second copy of a projection's tables: made empty, given its indexes, put in the place of the first. */
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

  /** What an earlier rebuild left behind goes first. */
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

  /** As of the live tables: again before the swap, for a migration may have made one meanwhile. */
  async buildIndexes(): Promise<void> {
    for (const table of this.tables)
      for (const definition of await this.#missingIndexes(table))
        // `ONLY` stands in the definition of an index over partitions, and would leave them without.
        await this.client.query(definition.replace(/ ON (ONLY )?public\./, ` ON ${this.schema}.`));
  }

  /** Without statistics the first queries after the swap would be planned blindly. */
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
   * Inside a transaction that holds the projectors: tables change places and the live checkpoints become the copy's.
   * @throws RebuildError when the live tables have got another index since the last look
   */
  async putInPlace(): Promise<void> {
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

  /** With its partitions, which may be others than at the beginning. */
  async #move(table: string, schema: string): Promise<void> {
    // Nobody adds one between the look at them and the move.
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
      // One by one: a reader or projector that is still on its way through the old tables must not meet us in the other direction.
      for (const table of [checkpointTable, ...this.tables])
        await this.client.query(`drop table if exists ${schema}.${table}`);
      await this.client.query(`drop schema if exists ${schema} cascade`);
    }
  }
}
