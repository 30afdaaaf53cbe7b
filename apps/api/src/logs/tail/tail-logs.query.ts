/**
 * The tail: every ended execution once, in ledger order, for pollers that must neither miss nor
 * repeat one. A page never passes the projected offset of a partition, so no row can appear before
 * a position already issued.
 */
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE, ReadModelProgress, type ProjectedLedger } from '@libs/platform';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../../auth/index.js';
import { ApiError } from '../../errors/index.js';
import { decodePosition, encodePosition, type LedgerPosition } from './ledger-position.js';
import type { TailParameters } from '../query/log-parameters.js';
import type { TailPage } from '../list/log.schemas.js';
import { LogSearcher } from '../query/log-search.js';
import { walkForMs } from '../query/log-walk.js';
import { ofKey } from '../query/own-logs.js';
import { readTail, type TailRows } from './read-tail.js';
import { offsetsSince } from './tail-start.js';
import { viewLogs } from '../list/view-logs.js';

const pollMs = 100;

export class TailLogs extends Query<TailPage> {
  /** @param gone ends the wait once the client no longer waits, or on shutdown */
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
    @Inject(ReadModelProgress) private readonly progress: ReadModelProgress,
    @Inject(LogSearcher) private readonly searcher: LogSearcher,
  ) {}

  async execute({ principal, parameters: asked, gone }: TailLogs): Promise<TailPage> {
    const parameters = ofKey(asked, principal);
    const { after } = parameters;
    const resumed = after === undefined ? null : decodePosition(parameters, after);
    const search = await this.searcher.find(parameters, null);
    const begunAt = performance.now();
    const deadline = begunAt + parameters.wait * 1_000;
    const walksUntil = Math.max(deadline, begunAt + walkForMs);
    let ledger = await this.progress.read();
    let position = resumed ?? (await this.#begin(parameters, ledger));
    for (; ; ledger = await this.progress.readShared()) {
      refuseOtherLedger(position, ledger);
      const read = (limit: number) =>
        readTail(this.database.pool, { ...parameters, limit }, { from: position, ledger }, search);
      const page = await read(parameters.limit);
      const { rows, next, more } = page;
      if (rows.length > 0 || performance.now() >= (more ? walksUntil : deadline) || gone())
        return await this.#answer(parameters, page, read);
      position = next;
      if (!more) await sleep(pollMs);
    }
  }

  /**
   * Re-reads a page that is too large with a lower limit; the shorter page
   * ends at another position.
   */
  async #answer(
    parameters: TailParameters,
    { rows, next }: TailRows,
    read: (limit: number) => Promise<TailRows>,
  ): Promise<TailPage> {
    const data = await viewLogs(this.database.pool, rows, parameters);
    return data.length < rows.length
      ? await this.#answer(parameters, await read(data.length), read)
      : { data, position: encodePosition(parameters, next) };
  }

  async #begin(parameters: TailParameters, ledger: ProjectedLedger): Promise<LedgerPosition> {
    const { startDate, workspaceId } = parameters;
    if (startDate === undefined) return { clusterId: '', endedSince: null, offsets: new Map() };
    const { pool } = this.database;
    const offsets = await offsetsSince(pool, workspaceId, startDate, ledger.offsets);
    return { clusterId: '', endedSince: startDate, offsets };
  }
}

function refuseOtherLedger(position: LedgerPosition, { clusterId }: ProjectedLedger): void {
  if (position.clusterId === '' || clusterId === '' || position.clusterId === clusterId) return;
  throw new ApiError(
    400,
    'INVALID_CURSOR',
    'after: belongs to a ledger that no longer exists; start again with startDate',
  );
}
