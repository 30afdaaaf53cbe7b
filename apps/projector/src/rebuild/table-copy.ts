/** The second copy of a projection's tables: made empty, given its indexes, put in the place of the first. */
import type { Database } from '@libs/persistence';
import {
  adoptCheckpointsSql,
  copySchemaOf,
  copyTableSql,
  indexesSql,
  keysSql,
  retiredSchemaOf,
} from './copy.sql.js';

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
      await this.client.query(copyTableSql(this.schema, table));
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

  async buildIndexes(): Promise<void> {
    for (const table of this.tables) {
      const { rows } = await this.client.query<{ definition: string }>(indexesSql, [table]);
      for (const { definition } of rows)
        await this.client.query(definition.replace(' ON public.', ` ON ${this.schema}.`));
      // Without statistics the first queries after the swap would be planned blindly.
      await this.client.query(`analyze ${this.schema}.${table}`);
    }
  }

  /** Inside a transaction that holds the projectors: tables change places and the live checkpoints become the copy's. */
  async putInPlace(): Promise<void> {
    await this.client.query(`create schema ${this.retired}`);
    for (const table of this.tables) {
      await this.client.query(`alter table public.${table} set schema ${this.retired}`);
      await this.client.query(`alter table ${this.schema}.${table} set schema public`);
    }
    await this.client.query(adoptCheckpointsSql(this.schema));
  }

  async drop(): Promise<void> {
    await this.client.query(`drop schema if exists ${this.schema} cascade`);
    await this.client.query(`drop schema if exists ${this.retired} cascade`);
  }
}
