/** Refuses callers that a webhook trigger's configuration excludes, before any block runs. */
import type { WebhookAuth, WebhookConfig } from '@libs/blocks';
import type { Database, WorkspaceCipher } from '@libs/persistence';
import { DATABASE, WORKSPACE_CIPHER } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/index.js';
import { addressList } from '../http/caller-context.js';
import type { DeployedTarget } from './execution-target.js';
import { unsignedKeyHeaders } from './request-context.js';
import { provesSecret } from './trigger-check.js';
import { triggerSecretSql } from './execution.sql.js';

export interface TriggerCaller {
  /** Lower-case name of the header that carries the trigger's secret or signature, or null. */
  readonly provingHeader: string | null;
  /**
   * Lower-case name of a header with a secret that names its hosts, or null. The workflow does not
   * get it: its blocks could send it anywhere.
   */
  readonly hiddenHeader: string | null;
  /** Headers that may carry the idempotency key. */
  readonly keyHeaders: readonly string[];
}

interface SecretRow {
  readonly ciphertext: Buffer;
  readonly names_hosts: boolean;
}

/** The header that carries the secret itself; null for signatures. */
function secretHeaderOf(auth: WebhookAuth): string | null {
  if (auth.type === 'bearer') return 'authorization';
  return auth.type === 'header' ? auth.header.toLowerCase() : null;
}

/** An unsigned key header would let anyone replay one captured message several times. */
const signedKeyHeaders = ['webhook-id'];

const unauthorized = (): ApiError =>
  new ApiError(401, 'TRIGGER_UNAUTHORIZED', 'The secret or signature is not valid');

function notAllowed(methods: readonly string[]): ApiError {
  const allow = methods.toSorted().join(', ');
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `This path accepts ${allow}`, undefined, {
    allow,
  });
}

@Injectable()
export class TriggerGuard {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher,
  ) {}

  /**
   * @throws ApiError 405 with `Allow` for a method the trigger does not accept; 403
   * `TRIGGER_FORBIDDEN` for an address not on the list; 401 `TRIGGER_UNAUTHORIZED` without proof,
   * also when the workspace lacks the secret: a missing key must never admit a caller
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
    if (auth === undefined)
      return { provingHeader: null, hiddenHeader: null, keyHeaders: unsignedKeyHeaders };
    const { rows } = await this.database.pool.query<SecretRow>(triggerSecretSql, [
      target.workspaceId,
      auth.secret,
    ]);
    const [row] = rows;
    if (row === undefined) throw unauthorized();
    const secret = await this.cipher.decrypt(
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
      hiddenHeader: row.names_hosts ? secretHeaderOf(auth) : null,
      keyHeaders: auth.type === 'standard-webhooks' ? signedKeyHeaders : unsignedKeyHeaders,
    };
  }
}
