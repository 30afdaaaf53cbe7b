/** Refuses callers that a webhook trigger's configuration does not let in; nothing of the workflow runs before. */
import type { WebhookConfig } from '@libs/blocks';
import { createWorkspaceCipher, type Database, type WorkspaceCipher } from '@libs/persistence';
import { CONFIG, DATABASE } from '@libs/platform';
import { loadMasterKey } from '@libs/security';
import type { Config } from '@libs/config';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/index.js';
import { addressList } from '../http/address-list.js';
import type { DeployedTarget } from './execution-target.js';
import { provesSecret } from './trigger-check.js';
import { triggerSecretSql } from './trigger-guard.sql.js';

export interface TriggerCaller {
  /** The header, in lower case, that the caller proved to know the secret with, where the trigger names one. */
  readonly provingHeader: string | null;
  /** Headers that may carry the idempotency key. */
  readonly keyHeaders: readonly string[];
}

const unsignedKeyHeaders = ['idempotency-key', 'webhook-id'];
/** An unsigned key would let anybody run one captured message several times. */
const signedKeyHeaders = ['webhook-id'];

const unauthorized = (): ApiError =>
  new ApiError(401, 'TRIGGER_UNAUTHORIZED', 'The caller did not prove to know the secret');

function notAllowed(methods: readonly string[]): ApiError {
  const allow = methods.toSorted().join(', ');
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `This path answers to ${allow}`, undefined, {
    allow,
  });
}

@Injectable()
export class TriggerGuard {
  readonly #cipher: WorkspaceCipher;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    this.#cipher = createWorkspaceCipher(database, loadMasterKey(config).keys);
  }

  /**
   * @throws ApiError 405 with `Allow` for a method that the trigger does not answer to, 403 `TRIGGER_FORBIDDEN` for an address that is not on the list, 401 `TRIGGER_UNAUTHORIZED` without the
   * proof, also when the workspace does not have the secret: an open door is never the answer to a missing key
   */
  async check(
    target: Pick<DeployedTarget, 'workspaceId'>,
    { methods, allowedIps, auth }: WebhookConfig,
    request: FastifyRequest,
    nowMs: number,
  ): Promise<TriggerCaller> {
    if (!methods.some((method) => method === request.method)) throw notAllowed(methods);
    if (allowedIps !== undefined && !addressList(allowedIps)(request.ip)) {
      throw new ApiError(403, 'TRIGGER_FORBIDDEN', 'Calls from this address are not allowed');
    }
    if (auth === undefined) return { provingHeader: null, keyHeaders: unsignedKeyHeaders };
    const { rows } = await this.database.pool.query<{ ciphertext: Buffer }>(triggerSecretSql, [
      target.workspaceId,
      auth.secret,
    ]);
    const [row] = rows;
    if (row === undefined) throw unauthorized();
    const secret = await this.#cipher.decrypt(
      target.workspaceId,
      row.ciphertext,
      `secret:${auth.secret}`,
    );
    const rawBody = request.rawBody ?? Buffer.alloc(0);
    const { headers } = request;
    if (secret === '' || !provesSecret(auth, secret, { headers, rawBody, nowMs }))
      throw unauthorized();
    return {
      provingHeader: 'header' in auth ? auth.header.toLowerCase() : null,
      keyHeaders: auth.type === 'standard-webhooks' ? signedKeyHeaders : unsignedKeyHeaders,
    };
  }
}
