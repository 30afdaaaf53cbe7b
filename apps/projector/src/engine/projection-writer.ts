/**
 * Group commit for a projection: batches that arrive while a statement is in flight go together in
 * the next. During catch-up two statements run at a time, for different partitions, as with two
 * projectors. A batch commits with its checkpoint or not at all, whatever the others in its group
 * do.
 */
import { ownTurn } from '@libs/event-loop';
import type { Database } from '@libs/persistence';
import { createLogPartitions } from '../retention/log-partitions.js';
import { keptForEver, type BucketRow } from '../retention/retention-bucket.js';
import { projectionStatement, type CheckpointMove } from './projection-statement.js';
import { withStorableJson } from './storable-json.js';
import type { TableRows } from './table-write.js';

export interface ProjectedBatch {
  readonly move: CheckpointMove;
  readonly rows: readonly TableRows[];
  /** Total size of the records behind the rows. */
  readonly bytes: number;
}

interface Waiting {
  readonly batch: ProjectedBatch;
  readonly resolve: (moved: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const maxInFlight = 2;
/** From this many rows a batch group is worth its own statement, and takes no further batch. */
const fullFromRows = 1_000;
/** The same in bytes: a statement is encoded in one event-loop turn. */
const fullFromBytes = 2_000_000;
/** SQLSTATE classes of values, limits and constraints: errors that no retry can fix. */
const refusedClasses = new Set(['22', '23', '54']);

const rowsOf = ({ rows: tables }: ProjectedBatch): number =>
  tables.reduce((sum, { rows }) => sum + rows.length, 0);

export class ProjectionWriter {
  #waiting: Waiting[] = [];
  #waitingRows = 0;
  #inFlight = 0;
  #scheduled = false;

  constructor(
    private readonly pool: Database['pool'],
    private readonly projection: string,
    private readonly topic: string,
  ) {}

  /**
   * Writes rows and checkpoint of one partition.
   * @returns false when the checkpoint moved since the caller read it; nothing was written
   * @throws the driver's error; after a broken connection only the checkpoint tells the outcome
   */
  write(batch: ProjectedBatch): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      this.#waitingRows += rowsOf(batch);
      if (this.#waitingRows >= fullFromRows) this.#start();
      else this.#startSoon();
    });
  }

  /** One turn later, so that partitions of the same fetch share the first statement too. */
  #startSoon(): void {
    if (this.#inFlight > 0 || this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  #start(): void {
    while (
      this.#inFlight < maxInFlight &&
      this.#waiting.length > 0 &&
      (this.#inFlight === 0 || this.#waitingRows >= fullFromRows)
    ) {
      this.#inFlight += 1;
      void this.#writeGroup(this.#takeGroup()).then(() => {
        this.#inFlight -= 1;
        this.#start();
      });
    }
  }

  #takeGroup(): readonly Waiting[] {
    let [count, rows, bytes] = [0, 0, 0];
    for (const { batch } of this.#waiting) {
      if (rows >= fullFromRows || bytes >= fullFromBytes) break;
      rows += rowsOf(batch);
      bytes += batch.bytes;
      count += 1;
    }
    this.#waitingRows -= rows;
    return this.#waiting.splice(0, count);
  }

  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await ownTurn(group.reduce((sum, { batch }) => sum + batch.bytes, 0));
      const moved = await this.#executeWithPartitions(group);
      for (const { batch, resolve } of group) resolve(moved.has(batch.move.partition));
    } catch (error) {
      const [only, ...others] = group;
      if (only !== undefined && others.length === 0) {
        const rows = isRefusedValue(error) ? withStorableJson(only.batch.rows) : null;
        if (rows === null) only.reject(error);
        else await this.#writeGroup([{ ...only, batch: { ...only.batch, rows } }]);
        return;
      }
      // A batch that Postgres refuses must not block the partitions that share its statement.
      for (const waiting of group) await this.#writeGroup([waiting]);
    }
  }

  async #executeWithPartitions(group: readonly Waiting[]): Promise<ReadonlySet<number>> {
    try {
      return await this.#execute(group);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      await createLogPartitions(this.pool, bucketsOf(group.flatMap(({ batch }) => batch.rows)));
      return await this.#execute(group);
    }
  }

  async #execute(group: readonly Waiting[]): Promise<ReadonlySet<number>> {
    const { name, text, values } = projectionStatement(
      this.projection,
      this.topic,
      group.map(({ batch }) => batch.move),
      group.flatMap(({ batch }) => batch.rows),
    );
    const result = await this.pool.query<{ partition: number }>({
      name,
      text,
      values: [...values],
    });
    return new Set(result.rows.map((row) => row.partition));
  }
}

/**
 * A row has no table partition: the keeper creates them ahead, but not for late events or a
 * rebuild. Postgres reports it as a check violation (23514) without a constraint name.
 */
function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === undefined;
}

/** Buckets that these rows name. */
function bucketsOf(groups: readonly TableRows[]): Set<number> {
  const buckets = new Set<number>();
  for (const { rows } of groups) {
    for (const row of rows as readonly Partial<BucketRow>[]) {
      if (row.retention_bucket != null && row.retention_bucket !== keptForEver)
        buckets.add(row.retention_bucket);
    }
  }
  return buckets;
}

export function isRefusedValue(error: unknown): error is Error & { readonly code: string } {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && code.length === 5 && refusedClasses.has(code.slice(0, 2));
}
