/**
 * The api's own access to receivers: decides which URLs may be subscribed, and posts test events.
 * The egress policy applies.
 */
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@libs/config';
import { deliveryHeaders } from '@libs/delivery';
import {
  createEgressClient,
  createEgressPolicy,
  type EgressClient,
  EgressError,
  type EgressPolicy,
} from '@libs/egress';
import { CONFIG } from '@libs/platform';
import { isIP } from 'node:net';
import { type ApiError, invalidField } from '../errors/api-error.js';
import type { TestView } from './subscription-view.schemas.js';

/** Caps the delivery timeout for tests, because a caller waits for the answer. */
const maxTestMs = 10_000;
const keptResponseBytes = 4 * 1024;

type TestOutcome = Omit<TestView, 'deliveryId'>;

export interface TestPost {
  readonly url: string;
  readonly deliveryId: string;
  readonly body: Buffer;
  readonly secrets: readonly string[];
  readonly staticHeaders: readonly (readonly [name: string, value: string])[];
}

const refusedUrl = (message: string): ApiError => invalidField('url', message);

@Injectable()
export class ReceiverAccess implements OnApplicationShutdown {
  readonly #policy: EgressPolicy;
  readonly #client: EgressClient;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.#policy = createEgressPolicy({ allow: config.EGRESS_ALLOW });
    this.#client = createEgressClient({ policy: this.#policy });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }

  /**
   * Refuses addresses that no delivery can reach, and plain http except to hosts in EGRESS_ALLOW.
   * Host names are resolved and checked at delivery time: they may change.
   * @throws ApiError 422
   */
  assertAllowed(url: string): void {
    const { protocol, hostname } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const literal = host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : host;
    const listed = this.#policy.lists(host) || this.#policy.lists(literal);
    if (listed) return;
    if (isIP(literal) !== 0 && !this.#policy.allowsAddress(literal))
      throw refusedUrl(
        'names an address that deliveries may not reach; use one in the public internet',
      );
    if (protocol === 'http:' && !this.config.FLOWLEDGER_WEBHOOK_HTTP)
      throw refusedUrl('must be https, so that nobody can read or change deliveries');
  }

  /** Never rejects: every failure is an outcome. */
  async post({ url, deliveryId, body, secrets, staticHeaders }: TestPost): Promise<TestOutcome> {
    const startedAt = Date.now();
    const attemptTimeoutMs = Math.min(maxTestMs, this.config.FLOWLEDGER_DELIVERY_TIMEOUT_MS);
    const prefix = this.config.FLOWLEDGER_HEADER_PREFIX;
    try {
      const answer = await this.#client.request({
        method: 'POST',
        url,
        headers: deliveryHeaders({
          prefix,
          deliveryId,
          nowMs: startedAt,
          body,
          secrets,
          staticHeaders,
          traceparent: null,
        }),
        body,
        connectTimeoutMs: attemptTimeoutMs,
        attemptTimeoutMs,
        maxResponseBytes: keptResponseBytes,
        onTooLarge: 'truncate',
        decompress: false,
      });
      return {
        status: answer.status,
        errorCode: null,
        errorMessage: null,
        latencyMs: Date.now() - startedAt,
        responseHeaders: answer.headers,
        responseBody: answer.body.toString('utf8'),
      };
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return {
        status: null,
        errorCode: error.code,
        errorMessage: error.message,
        latencyMs: Date.now() - startedAt,
        responseHeaders: null,
        responseBody: null,
      };
    }
  }
}
