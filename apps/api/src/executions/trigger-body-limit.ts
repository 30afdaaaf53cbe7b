/**
 * The largest body of a trigger URL: its configuration may lower the plan's limit. A large body is
 * refused before it is read, or at the byte that exceeds the limit when its size is not declared.
 * So is one that is over a limit of calls: reading it would be most of a flood's work.
 */
import { webhookConfig, type WebhookConfig } from '@libs/blocks';
import type { Config } from '@libs/config';
import { limitsOf } from '@libs/persistence';
import { CONFIG } from '@libs/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { Transform } from 'node:stream';
import { accountSuspended } from '../auth/suspension.js';
import { ApiError } from '../errors/index.js';
import { isTriggerRequest } from '../http/trigger-origin.js';
import { RateLimits } from '../limits/index.js';
import { type DeployedTarget, ExecutionTargets } from './execution-target.js';
import { unsignedKeyHeaders } from './request-context.js';
import { openCallerOf } from './trigger-caller.js';

/** Declared bodies up to this size are checked once they have been read: that costs no look-up. */
const smallBytes = 16 * 1024;

type LimitedTarget = Pick<DeployedTarget, 'plan' | 'accountLimits'>;
type LimitedConfig = Pick<WebhookConfig, 'maxBodyBytes'>;

const isChunked = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined;

const declaredBytes = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? 0);

const tooLarge = (limitBytes: number): ApiError =>
  new ApiError(
    413,
    'BODY_TOO_LARGE',
    `The body is larger than the ${limitBytes} bytes that this trigger accepts. Send less; its workflow may raise "maxBodyBytes" up to the limit "triggerBodyBytes" of its plan`,
  );

/** Passes the body on until it exceeds the limit; the rest is discarded. */
function cutAt(limitBytes: number, payload: RequestPayload): RequestPayload {
  let received = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received <= limitBytes) {
        done(null, chunk);
        return;
      }
      payload.unpipe(counted);
      payload.resume();
      done(tooLarge(limitBytes));
    },
  });
  payload.once('error', (error: Error) => counted.destroy(error));
  return payload.pipe(counted);
}

@Injectable()
export class TriggerBodyLimit implements OnModuleInit {
  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const instance = this.host.httpAdapter.getInstance<FastifyInstance>();
    instance.addHook('preParsing', (request, reply, payload, done) => {
      const isLarge = isChunked(request) || declaredBytes(request) > smallBytes;
      if (!isLarge || !isTriggerRequest(request)) {
        done(null, payload);
        return;
      }
      this.#limited(request, payload).then(
        (limited) => done(null, limited),
        (error: unknown) => {
          // The caller still sends.
          void reply.header('connection', 'close');
          done(error as Error, payload);
        },
      );
    });
  }

  /** @throws ApiError 413 */
  refuse(target: LimitedTarget, config: LimitedConfig, bytes: number): void {
    const limitBytes = this.#limitOf(target, config);
    if (bytes > limitBytes) throw tooLarge(limitBytes);
  }

  #limitOf({ plan, accountLimits }: LimitedTarget, { maxBodyBytes }: LimitedConfig): number {
    const { triggerBodyBytes } = limitsOf(plan, accountLimits, this.config);
    return Math.min(triggerBodyBytes, maxBodyBytes ?? Infinity);
  }

  async #limited(request: FastifyRequest, payload: RequestPayload): Promise<RequestPayload> {
    const target = await this.#targetOf(request);
    // The route answers for it.
    if (target === null) return payload;
    if (target.isSuspended) throw accountSuspended();
    const config = webhookConfig.parse(target.triggerConfig);
    const bytes = declaredBytes(request);
    this.refuse(target, config, bytes);
    this.#refuseKnown(target, config, request, bytes);
    return isChunked(request) ? cutAt(this.#limitOf(target, config), payload) : payload;
  }

  /** Null for a path that no workflow answers. */
  async #targetOf({ params }: FastifyRequest): Promise<DeployedTarget | null> {
    const { token, path } = params as { readonly token?: string; readonly path?: string };
    if (path === undefined) return null;
    return token === undefined ? this.targets.byOldUrl(path) : this.targets.byUrl(token, path);
  }

  /** A call with an idempotency key may be a repeat, which no limit refuses. */
  #refuseKnown(
    target: DeployedTarget,
    config: WebhookConfig,
    request: FastifyRequest,
    bytes: number,
  ): void {
    if (unsignedKeyHeaders.some((name) => request.headers[name] !== undefined)) return;
    const { accountId, plan, accountLimits, hasResponseBlock } = target;
    const open = openCallerOf(target, config, request);
    const mode = hasResponseBlock ? 'sync' : 'async';
    this.rateLimits.refuseKnown({ accountId, plan, accountLimits, mode, bytes, open });
  }
}
