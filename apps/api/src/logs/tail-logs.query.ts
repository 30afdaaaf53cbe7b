/**
 * The tail: every ended execution once, in ledger order, for pollers that must neither miss nor repeat one. A page never passes
 * what is projected of a partition, so nothing can appear behind a position that was given out.
 */
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import { decodePosition, encodePosition, type LedgerPosition } from './ledger-position.js';
import type { TailParameters } from './log-parameters.js';
import type { FullLogEntry, FullLogRow, LogEntry } from './log-view.js';
import { type LogSearch, LogSearcher } from './log-search.js';
import { ProjectedOffsets, type ProjectedLedger } from './projected-offsets.js';
import { offsetsSince } from './tail-start.js';
import { tailLogsQuery, type LedgerRange } from './tail.sql.js';
import { viewLogs } from './view-logs.js';

const pollMs = 100;

export interface TailPage {
  readonly data: readonly (LogEntry | FullLogEntry)[];
  /** Always there; resumes exactly after this page. */
  readonly position: string;
}

interface TailRow extends FullLogRow {
  readonly ledger_partition: number;
  readonly ledger_offset: number;
}

export class TailLogs extends Query<TailPage> {
  /** @param gone ends the wait when nobody listens any more */
  constructor(
    readonly principal: Principal,
    readonly parameters: TailParameters,
    readonly gone: () => boolean,
  ) {
    super();
  }
}

@QueryHandler(TailLogs)
export class TailLogsHandler implements IQueryHandler<TailLogs> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ProjectedOffsets) private readonly projected: ProjectedOffsets,
    @Inject(LogSearcher) private readonly searcher: LogSearcher,
  ) {}

  async execute({ principal, parameters, gone }: TailLogs): Promise<TailPage> {
    if (parameters.workspaceId.toLowerCase() !== principal.workspaceId) throw notFound('workspace');
    const { after } = parameters;
    const resumed = after === undefined ? null : decodePosition(parameters, after);
    const search = await this.searcher.find(parameters, null);
    const deadline = performance.now() + parameters.wait * 1_000;
    let ledger = await this.projected.read();
    let position = resumed ?? (await this.#begin(parameters, ledger));
    for (; ; ledger = await this.projected.readShared()) {
      refuseOtherLedger(position, ledger);
      const { rows, next } = await this.#page(parameters, position, ledger, search);
      position = next;
      if (rows.length > 0 || performance.now() >= deadline || gone()) {
        const data = await viewLogs(this.database.pool, rows, parameters);
        return { data, position: encodePosition(parameters, position) };
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async #begin(parameters: TailParameters, ledger: ProjectedLedger): Promise<LedgerPosition> {
    const { startDate, workspaceId } = parameters;
    if (startDate === undefined) return { clusterId: '', endedSince: null, offsets: new Map() };
    const { pool } = this.database;
    const offsets = await offsetsSince(pool, workspaceId, startDate, ledger.offsets);
    return { clusterId: '', endedSince: startDate, offsets };
  }

  async #page(
    parameters: TailParameters,
    position: LedgerPosition,
    ledger: ProjectedLedger,
    search: LogSearch | null,
  ): Promise<{ readonly rows: readonly TailRow[]; readonly next: LedgerPosition }> {
    const ranges = rangesBetween(position, ledger);
    if (ranges.length === 0) {
      return { rows: [], next: { ...position, clusterId: ledger.clusterId } };
    }
    const { text, values } = tailLogsQuery(parameters, position.endedSince, ranges, search);
    const { rows } = await this.database.pool.query<TailRow>(text, [...values]);
    const offsets = new Map(position.offsets);
    // A full page may have left rows behind in any partition; one that is not full has taken all there were.
    if (rows.length < parameters.limit) {
      for (const { partition, untilOffset } of ranges) offsets.set(partition, untilOffset);
    } else {
      for (const row of rows) offsets.set(row.ledger_partition, row.ledger_offset + 1);
    }
    return { rows, next: { ...position, clusterId: ledger.clusterId, offsets } };
  }
}

/** Partitions with something new. A position may be ahead of a read model that a crash or a rebuild set back: then there is nothing. */
function rangesBetween(position: LedgerPosition, { offsets }: ProjectedLedger): LedgerRange[] {
  return [...offsets]
    .map(([partition, untilOffset]) => ({
      partition,
      fromOffset: position.offsets.get(partition) ?? 0,
      untilOffset,
    }))
    .filter(({ fromOffset, untilOffset }) => fromOffset < untilOffset);
}

function refuseOtherLedger(position: LedgerPosition, { clusterId }: ProjectedLedger): void {
  if (position.clusterId === '' || clusterId === '' || position.clusterId === clusterId) return;
  throw new ApiError(
    400,
    'INVALID_CURSOR',
    'after: belongs to a ledger that is no longer here; begin again with startDate',
  );
}
