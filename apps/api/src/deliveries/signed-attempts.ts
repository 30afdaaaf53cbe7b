/** Attempts of a delivery with the secrets that signed them. */
import type { Database, WorkspaceCipher } from '@libs/persistence';
import { notFound } from '../errors/api-error.js';
import { deliveryRequestSql } from './deliveries.sql.js';
import type { AttemptRow } from './delivery.schemas.js';
import type { RequestRow, SignedAttempt } from './sent-request.js';
import { openSecrets, type SecretsRow, signersAt, storedSecretsOf } from './signing-secrets.js';

export type SignedRow = RequestRow & SecretsRow;

/** @throws ApiError 404 */
export async function readSignedRow(
  pool: Database['pool'],
  deliveryId: string,
  workspaceId: string,
): Promise<SignedRow> {
  const { rows } = await pool.query<SignedRow>(deliveryRequestSql, [deliveryId, workspaceId]);
  const [row] = rows;
  if (row === undefined) throw notFound('delivery');
  return row;
}

/** @param at epoch ms */
export async function signedAt(
  row: SignedRow,
  at: number,
  workspaceId: string,
  cipher: WorkspaceCipher,
): Promise<Pick<SignedAttempt, 'signedWith' | 'secrets'>> {
  const { signedWith, sealed } = signersAt(storedSecretsOf(row), at);
  return { signedWith, secrets: await openSecrets(cipher, workspaceId, sealed) };
}

export const signedAttempt = async (
  row: SignedRow,
  attempt: AttemptRow,
  workspaceId: string,
  cipher: WorkspaceCipher,
): Promise<SignedAttempt> => ({
  row: attempt,
  ...(await signedAt(row, attempt.started_at.getTime(), workspaceId, cipher)),
});
