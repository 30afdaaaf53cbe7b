/**
 * The projection of the raw ledger: log list, detail, spans, tries, claims, usage, figures, groups
 * of errors, notifications and storage.
 */
import { groups, topics } from '@libs/contracts';
import { type LedgerEvent, readLedgerRecord } from '@libs/ledger';
import type { ReceivedRecord } from '@libs/event-log';
import type { BatchFold, Projection, RecordOutcome } from '../engine/projection.js';
import type { NotedChange } from '../engine/noted-change.js';
import { keepEarlier, keepLater, RowsByKey } from '../engine/rows-by-key.js';
import { tableRows, type TableRows } from '../engine/table-write.js';
import {
  attemptRowOf,
  blockRowOf,
  mergeBlockRows,
  type AttemptRow,
  type BlockRow,
} from './block-execution.projection.js';
import { blockAttemptWrite, blockExecutionWrite } from './block-execution.sql.js';
import { detailRowOf, mergeDetailRows, type DetailRow } from './execution-detail.projection.js';
import { failureRowOf, withBlocks, type FailureRow } from './error-group.projection.js';
import { failureWrite } from './error-group.sql.js';
import { executionDetailWrite } from './execution-detail.sql.js';
import {
  askedApprovalRowOf,
  type AskedApprovalRow,
  failedScheduleRowOf,
  type FailedScheduleRow,
  withWorkflow,
} from './notification.projection.js';
import { askedApprovalWrite, failedScheduleWrite } from './notification.sql.js';
import { changesOfLedger } from './execution-changes.js';
import { searchRowOf, type SearchRow } from './execution-search.projection.js';
import { executionSearchWrite } from './execution-search.sql.js';
import { logRowOf, mergeLogRows, type LogRow } from './execution-log.projection.js';
import { executionLogWrite } from './execution-log.sql.js';
import { claimRowOf, mergeClaimRows, type ClaimRow } from './partition-claim.projection.js';
import {
  mergeParkedRows,
  parkedRowOf,
  pauseRowOf,
  type ParkedRow,
  type PauseRow,
} from './parked-execution.projection.js';
import { parkedExecutionWrite, pauseWrite } from './parked-execution.sql.js';
import { partitionClaimWrite } from './partition-claim.sql.js';
import { mergeSizeRows, sizeRowOf, type SizeRow } from './stored-bytes.projection.js';
import { storedBytesWrite } from './stored-bytes.sql.js';
import { retentionBucketOf } from '../retention/retention-bucket.js';

class ExecutionsFold implements BatchFold {
  readonly #logs = new RowsByKey<LogRow>((row) => row.execution_id, mergeLogRows);
  readonly #details = new RowsByKey<DetailRow>((row) => row.execution_id, mergeDetailRows);
  readonly #searches = new RowsByKey<SearchRow>((row) => row.execution_id, keepEarlier);
  readonly #blocks = new RowsByKey<BlockRow>(
    (row) => `${row.execution_id}:${row.block_id}:${row.iteration}`,
    mergeBlockRows,
  );
  readonly #attempts = new RowsByKey<AttemptRow>(
    (row) => `${row.execution_id}:${row.sequence}`,
    keepEarlier,
  );
  readonly #parked = new RowsByKey<ParkedRow>((row) => row.execution_id, mergeParkedRows);
  readonly #pauses = new RowsByKey<PauseRow>((row) => row.execution_id, keepLater);
  readonly #failures = new RowsByKey<FailureRow>((row) => row.execution_id, keepEarlier);
  readonly #failedSchedules = new RowsByKey<FailedScheduleRow>(
    (row) => row.execution_id,
    keepEarlier,
  );
  readonly #asked = new RowsByKey<AskedApprovalRow>(
    (row) => String(row.ledger_offset),
    keepEarlier,
  );
  readonly #claims = new RowsByKey<ClaimRow>((row) => String(row.partition), mergeClaimRows);
  readonly #changes: NotedChange[] = [];
  readonly #sizes = new RowsByKey<SizeRow>((row) => row.execution_id, mergeSizeRows);
  /** Retention buckets of executions that began in this batch. */
  readonly #buckets = new Map<string, number>();
  #claimInForce: number;

  constructor(
    private readonly partition: number,
    claimInForce: number,
  ) {
    this.#claimInForce = claimInForce;
  }

  get claimInForce(): number {
    return this.#claimInForce;
  }

  apply(record: ReceivedRecord): RecordOutcome {
    const reading = readLedgerRecord(this.#claimInForce, record);
    // A record that halts the partition is read again later; it must change nothing now.
    if (reading.kind === 'newer') return reading;
    this.#claimInForce = reading.claimInForce;
    if (reading.kind === 'poison') return reading;
    if (reading.kind === 'superseded') return { kind: 'ignored' };
    const retentionBucket = this.#bucketOf(reading.event);
    const position = { partition: this.partition, offset: record.offset, retentionBucket };
    this.#logs.add(logRowOf(reading.event, position));
    this.#details.add(detailRowOf(reading.event, position));
    this.#searches.add(searchRowOf(reading.event, position));
    this.#blocks.add(blockRowOf(reading.event, position));
    this.#attempts.add(attemptRowOf(reading.event, position));
    this.#parked.add(parkedRowOf(reading.event, position));
    this.#pauses.add(pauseRowOf(reading.event, position));
    this.#failures.add(failureRowOf(reading.event, position));
    this.#failedSchedules.add(failedScheduleRowOf(reading.event, position));
    this.#asked.add(askedApprovalRowOf(reading.event, position));
    this.#claims.add(claimRowOf(reading.event, position));
    this.#sizes.add(sizeRowOf(reading.event, position, record.value?.length ?? 0));
    this.#changes.push(
      ...changesOfLedger(reading.event, ({ executionId, blockId, iteration }) => {
        const block = this.#blocks.get(`${executionId}:${blockId}:${iteration}`);
        return block?.attempts ?? null;
      }),
    );
    return { kind: 'applied' };
  }

  changes(): readonly NotedChange[] {
    return this.#changes;
  }

  #bucketOf({ type, data }: LedgerEvent): number | null {
    if (type === 'PartitionClaimed') return null;
    if (type === 'ExecutionStarted') this.#buckets.set(data.executionId, retentionBucketOf(data));
    return this.#buckets.get(data.executionId) ?? null;
  }

  #withPause(row: LogRow): LogRow {
    const status = row.ended_at === null ? this.#pauses.get(row.execution_id)?.status : undefined;
    return status === undefined ? row : { ...row, status };
  }

  rows(): readonly TableRows[] {
    return [
      tableRows(
        executionLogWrite,
        this.#logs.values().map((row) => this.#withPause(row)),
      ),
      // A statement may change a row once: a pause is already in the row of an execution that began
      // or ended in this batch.
      tableRows(
        pauseWrite,
        this.#pauses.values().filter((row) => this.#logs.get(row.execution_id) === undefined),
      ),
      tableRows(parkedExecutionWrite, this.#parked.values()),
      tableRows(executionDetailWrite, this.#details.values()),
      tableRows(executionSearchWrite, this.#searches.values()),
      tableRows(blockExecutionWrite, this.#blocks.values()),
      tableRows(blockAttemptWrite, this.#attempts.values()),
      tableRows(partitionClaimWrite, this.#claims.values()),
      tableRows(storedBytesWrite, this.#sizes.values()),
      tableRows(
        failureWrite,
        withBlocks(this.#failures.values(), () => this.#blocks.values()),
      ),
      tableRows(failedScheduleWrite, this.#failedSchedules.values()),
      tableRows(
        askedApprovalWrite,
        this.#asked.values().map((row) => withWorkflow(row, (id) => this.#logs.get(id))),
      ),
    ];
  }
}

export const executionsProjection: Projection = {
  name: 'executions',
  topic: topics.events,
  groupId: groups.projectorExecutions,
  tables: [
    'execution_log',
    'execution_detail',
    'execution_search',
    'block_execution',
    'block_attempt',
    'usage_period',
    'execution_usage',
    'execution_stats',
    'error_group',
    'notification',
    'parked_execution',
    'partition_claim',
    'stored_bytes',
  ],
  startBatch: (partition, claimInForce) => new ExecutionsFold(partition, claimInForce),
};
