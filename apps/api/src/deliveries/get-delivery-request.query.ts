import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '@libs/config';
import type { Database, WorkspaceCipher } from '@libs/persistence';
import { CONFIG, DATABASE, WORKSPACE_CIPHER } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { attemptSql, lastAttemptsSql } from './deliveries.sql.js';
import type { AttemptRow } from './delivery.schemas.js';
import type { DeliveryRequestView } from './delivery-request.schemas.js';
import { sentRequestOf } from './sent-request.js';
import { readSignedRow, signedAt, signedAttempt, type SignedRow } from './signed-attempts.js';

export class GetDeliveryRequest extends Query<DeliveryRequestView> {
  constructor(
    readonly workspaceId: string,
    readonly deliveryId: string,
    /** Number of the attempt whose headers are shown; undefined: the last one. */
    readonly attempt: number | undefined,
  ) {
    super();
  }
}

/** Each is signed again, over up to 256 KiB and with up to ten secrets. */
const maxAttempts = 10;

@QueryHandler(GetDeliveryRequest)
export class GetDeliveryRequestHandler implements IQueryHandler<GetDeliveryRequest> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher,
  ) {}

  async execute({
    workspaceId,
    deliveryId,
    attempt,
  }: GetDeliveryRequest): Promise<DeliveryRequestView> {
    const { pool } = this.database;
    const row = await readSignedRow(pool, deliveryId, workspaceId);
    const last = await pool.query<AttemptRow>(lastAttemptsSql, [deliveryId, maxAttempts]);
    const signed = (one: AttemptRow) => signedAttempt(row, one, workspaceId, this.cipher);
    const attempts = await Promise.all(last.rows.map(signed));
    const shown =
      attempt === undefined
        ? (attempts[0] ?? null)
        : await signed(await this.#attemptOf(deliveryId, attempt));
    const prefix = this.config.FLOWLEDGER_HEADER_PREFIX;
    const now = await this.#signedNow(row, workspaceId);
    return sentRequestOf({ deliveryId, row, shown, now, attempts, prefix });
  }

  #signedNow(row: SignedRow, workspaceId: string) {
    return signedAt(row, Date.now(), workspaceId, this.cipher);
  }

  /** @throws ApiError 404 */
  async #attemptOf(deliveryId: string, number: number): Promise<AttemptRow> {
    const { rows } = await this.database.pool.query<AttemptRow>(attemptSql, [deliveryId, number]);
    const [row] = rows;
    if (row === undefined) throw notFound('attempt');
    return row;
  }
}
