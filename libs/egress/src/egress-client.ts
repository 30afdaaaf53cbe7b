/**
 * The only way to the outside for blocks and deliveries: HTTP/1.1 over kept-alive connections per
 * origin, under the egress policy, bounded in time and memory. Never follows redirects, never
 * retries, reads no proxy variables.
 */
import { LRUCache } from 'lru-cache';
import { isIP, type LookupFunction } from 'node:net';
import { Pool } from 'undici';
import { createCheckedLookup, type Resolve } from './checked-lookup.js';
import { classifyEgressError, egressError } from './classify-error.js';
import { HostResolver } from './host-resolver.js';
import type { EgressPolicy } from './egress-policy.js';
import { Exchange, type EgressResponse, type ExchangeOptions } from './exchange.js';

export interface EgressRequest extends ExchangeOptions {
  readonly method: string;
  /** Absolute http or https URL without credentials. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | string;
  readonly connectTimeoutMs: number;
  /** Longest pause between two pieces of the body. Default: only the attempt's deadline applies. */
  readonly idleTimeoutMs?: number;
}

export interface EgressClient {
  /**
   * @returns any answer, of any status
   * @throws EgressError when no complete answer came; nothing else
   */
  request(request: EgressRequest): Promise<EgressResponse>;
  /** Waits for requests in progress, then closes all connections. */
  close(): Promise<void>;
}

export interface EgressClientOptions {
  readonly policy: EgressPolicy;
  /** Origins kept; beyond that the least recently used one is closed. Default 512. */
  readonly maxOrigins?: number;
  /** Default 256. */
  readonly maxConnectionsPerOrigin?: number;
  /** Trusted in addition to the system's certificate authorities (PEM). */
  readonly extraCa?: string;
  /** DNS, replaced in tests. */
  readonly resolve?: Resolve;
}

interface PoolFactory {
  readonly lookup: LookupFunction;
  readonly options: EgressClientOptions;
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw egressError('INVALID_URL');
  // Node would drop them silently. A request without its credentials is worse than no request.
  if (url.username !== '' || url.password !== '') throw egressError('INVALID_URL');
  return url;
}

/**
 * A literal address has no lookup, so it is checked here. URL parsing has already turned `0x7f.1`
 * and `2130706433` into four decimals.
 */
function refuseDeniedLiteral(url: URL, policy: EgressPolicy): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !policy.allowsAddress(host)) throw egressError('EGRESS_DENIED');
}

function createPool(
  origin: string,
  connectTimeoutMs: number,
  { lookup, options }: PoolFactory,
): Pool {
  return new Pool(origin, {
    connections: options.maxConnectionsPerOrigin ?? 256,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    connect: {
      lookup,
      timeout: connectTimeoutMs,
      ...(options.extraCa !== undefined && { ca: options.extraCa }),
    },
  });
}

function headerList({ headers, decompress }: EgressRequest): string[] {
  const list: string[] = [];
  let namesEncoding = false;
  for (const [name, value] of headers) {
    list.push(name, value);
    namesEncoding ||= name.toLowerCase() === 'accept-encoding';
  }
  if (decompress && !namesEncoding) list.push('accept-encoding', 'gzip, deflate, br');
  return list;
}

export function createEgressClient(options: EgressClientOptions): EgressClient {
  const resolve = options.resolve ?? new HostResolver().resolve;
  const factory = { lookup: createCheckedLookup(options.policy, resolve), options };
  const closing = new Set<Promise<unknown>>();
  const pools = new LRUCache<string, Pool>({
    max: options.maxOrigins ?? 512,
    dispose: (pool) => {
      const closed = pool.close().catch(() => undefined);
      closing.add(closed);
      void closed.finally(() => closing.delete(closed));
    },
  });

  /** A pool exists only for an origin whose literal address was allowed. */
  function poolFor(url: URL, connectTimeoutMs: number): Pool {
    const key = `${url.origin} ${connectTimeoutMs}`;
    let pool = pools.get(key);
    if (pool === undefined) {
      refuseDeniedLiteral(url, options.policy);
      pool = createPool(url.origin, connectTimeoutMs, factory);
      pools.set(key, pool);
    }
    return pool;
  }

  return {
    async request(request) {
      const url = parseUrl(request.url);
      const pool = poolFor(url, request.connectTimeoutMs);
      return new Promise((resolve, reject) => {
        const exchange = new Exchange(request, resolve, reject);
        if (exchange.settled) return;
        try {
          pool.dispatch(
            {
              path: url.pathname + url.search,
              method: request.method,
              headers: headerList(request),
              body: request.body ?? null,
              bodyTimeout: request.idleTimeoutMs ?? 0,
            },
            exchange,
          );
        } catch (error) {
          exchange.fail(classifyEgressError(error));
        }
      });
    },
    async close() {
      pools.clear();
      await Promise.all(closing);
    },
  };
}
