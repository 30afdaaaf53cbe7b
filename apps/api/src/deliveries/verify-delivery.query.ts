import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ownSignature } from '@libs/delivery';
import type { Database, WorkspaceCipher } from '@libs/persistence';
import { DATABASE, WORKSPACE_CIPHER } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { attemptSql, lastAttemptsSql } from './deliveries.sql.js';
import type { AttemptRow } from './delivery.schemas.js';
import {
  checkSignature,
  failed,
  readSignature,
  type ReadSignature,
  type Verdict,
} from './signature-check.js';
import { readSignedRow, signedAttempt, type SignedRow } from './signed-attempts.js';
import { promisedSecretsOf } from './signing-secrets.js';
import type { VerificationView, VerifyDeliveryBody } from './verify-delivery.schemas.js';

/** Compares what a receiver got with what was sent, by the secrets that still sign. */
export class VerifyDelivery extends Query<VerificationView> {
  constructor(
    readonly workspaceId: string,
    readonly deliveryId: string,
    readonly received: VerifyDeliveryBody,
  ) {
    super();
  }
}

interface Compared {
  readonly row: SignedRow;
  readonly attempt: AttemptRow | null;
  readonly body: Buffer;
  /** Null: it is kept no longer. */
  readonly sentBody: Buffer | null;
}

/** Among these is the attempt whose time was signed. */
const maxAttempts = 10;

@QueryHandler(VerifyDelivery)
export class VerifyDeliveryHandler implements IQueryHandler<VerifyDelivery> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher,
  ) {}

  async execute({ workspaceId, deliveryId, received }: VerifyDelivery): Promise<VerificationView> {
    const row = await readSignedRow(this.database.pool, deliveryId, workspaceId);
    const { signature } = received;
    const given = signature === undefined ? null : readSignature(signature, received.timestamp);
    const attempt = await this.#attemptOf(deliveryId, received.attempt, given);
    const sentBody = row.body === null || row.body.length === 0 ? null : row.body;
    const body = received.body === undefined ? sentBody : Buffer.from(received.body, 'utf8');
    const verdict =
      body === null
        ? failed(['gone'])
        : signature === undefined
          ? await this.#ofAttempt({ row, attempt, body, sentBody }, workspaceId)
          : await this.#ofReceived(given, { row, attempt, body, sentBody }, workspaceId);
    return { deliveryId, attempt: attempt?.attempt_number ?? null, ...verdict };
  }

  async #ofReceived(
    received: ReadSignature | null,
    { row, attempt, body, sentBody }: Compared,
    workspaceId: string,
  ): Promise<Verdict> {
    return checkSignature({
      deliveryId: row.delivery_id,
      received,
      body,
      sent: { body: sentBody, attemptAtMs: attempt?.started_at.getTime() ?? null },
      secrets: await promisedSecretsOf(row, Date.now(), workspaceId, this.cipher),
    });
  }

  /** The signature that was sent then, made again with the secrets of that time. */
  async #ofAttempt(compared: Compared, workspaceId: string): Promise<Verdict> {
    const { row, attempt, sentBody } = compared;
    if (attempt === null) return failed(['unsigned']);
    if (sentBody === null) return failed(['gone']);
    const { signedWith, secrets } = await signedAttempt(row, attempt, workspaceId, this.cipher);
    if (secrets.length === 0) return failed([signedWith === 'none' ? 'unsigned' : 'secret']);
    const header = ownSignature(secrets, attempt.started_at.getTime(), sentBody);
    return this.#ofReceived(readSignature(header, undefined), compared, workspaceId);
  }

  /** @throws ApiError 404 when it is named and does not exist */
  async #attemptOf(
    deliveryId: string,
    number: number | undefined,
    received: ReadSignature | null,
  ): Promise<AttemptRow | null> {
    const { pool } = this.database;
    if (number !== undefined) {
      const { rows } = await pool.query<AttemptRow>(attemptSql, [deliveryId, number]);
      const [row] = rows;
      if (row === undefined) throw notFound('attempt');
      return row;
    }
    const { rows } = await pool.query<AttemptRow>(lastAttemptsSql, [deliveryId, maxAttempts]);
    const unitMs = received?.format === 'standard' ? 1_000 : 1;
    const signed = rows.find(
      ({ started_at }) => Math.floor(started_at.getTime() / unitMs) === received?.timestamp,
    );
    return signed ?? rows[0] ?? null;
  }
}
