/**
 * Resolves names outside the thread pool. `dns.lookup` holds one of libuv's four threads until the
 * name server answers. Four names with silent servers would stop file reads, compression and all
 * new connections, also to Postgres and Kafka. So names are queried over sockets (c-ares). Only
 * names that DNS does not know go to the system: hosts file, `localhost`, search domains, mDNS. One
 * query at a time per name; answers are cached for a short while.
 */
import { type LookupAddress, promises as dns, type RecordWithTtl } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Resolve } from './checked-lookup.js';

export interface HostResolverOptions {
  /** `address:port`. Default: the system's. */
  readonly servers?: readonly string[];
  /** Default: the system's. */
  readonly hostsFile?: string;
  /** The system's resolver, replaced in tests. */
  readonly bySystem?: (name: string) => Promise<LookupAddress[]>;
}

interface Found {
  readonly addresses: LookupAddress[];
  readonly seconds: number;
}

/** Below any connect timeout: a DNS failure must not look like a silent receiver. */
const patienceMs = 4_000;
const queryTimeoutMs = 1_500;
const queryTries = 2;
/** RFC 8305 section 3: IPv4 waits this long for IPv6. Here either family waits for the other. */
const otherFamilyMs = 50;
const maxKeptSeconds = 30;
const systemKeptSeconds = 1;
const maxNames = 2_000;
/** Out of libuv's four threads. */
const maxSystemLookups = 2;
const maxSystemWaiting = 200;
/** Shortest interval between two reads of the system's files. */
const renewMs = 5_000;

/** The name does not exist, or has no address of this family. */
const unknownCodes: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

const systemHostsFile =
  process.platform === 'win32'
    ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** `dns.lookup`'s code for "try later". Codes of c-ares would be blamed on the receiver. */
const notNow = (name: string, cause: unknown): Error =>
  Object.assign(new Error(`${name} could not be resolved in time`, { cause }), {
    code: 'EAI_AGAIN',
  });

function namesOf(hosts: string): ReadonlySet<string> {
  const words = hosts.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  return new Set(words.flatMap(([, ...names]) => names.map((name) => name.toLowerCase())));
}

export class HostResolver {
  readonly #options: HostResolverOptions;
  readonly #kept = new LRUCache<string, LookupAddress[]>({ max: maxNames });
  readonly #asking = new Map<string, Promise<LookupAddress[]>>();
  #resolver: dns.Resolver;
  #resolverSince = performance.now();
  #hosts: Promise<ReadonlySet<string>> | undefined;
  #hostsSince = 0;
  #systemLookups = 0;
  readonly #systemWaiting: (() => void)[] = [];

  constructor(options: HostResolverOptions = {}) {
    this.#options = options;
    this.#resolver = this.#newResolver();
  }

  readonly resolve: Resolve = (host, { family }, callback) => {
    const wanted = family === 4 || family === 6 ? family : null;
    this.#addressesOf(host.toLowerCase().replace(/\.$/, '')).then(
      (all) => {
        const addresses = all.filter((one) => wanted === null || one.family === wanted);
        callback(null, addresses);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, []);
      },
    );
  };

  #addressesOf(name: string): Promise<LookupAddress[]> {
    const kept = this.#kept.get(name);
    if (kept !== undefined) return Promise.resolve(kept);
    const asking = this.#asking.get(name) ?? this.#ask(name);
    this.#asking.set(name, asking);
    return asking;
  }

  async #ask(name: string): Promise<LookupAddress[]> {
    try {
      const { addresses, seconds } = await this.#find(name);
      if (seconds > 0)
        this.#kept.set(name, addresses, { ttl: Math.min(seconds, maxKeptSeconds) * 1_000 });
      return addresses;
    } finally {
      this.#asking.delete(name);
    }
  }

  async #find(name: string): Promise<Found> {
    // RFC 6761 section 6.3: all of them are this machine; few systems know it.
    if (name.endsWith('.localhost')) return this.#bySystem('localhost');
    const isLocal = !name.includes('.') || name.endsWith('.local');
    if (isLocal || (await this.#hostNames()).has(name)) return this.#bySystem(name);
    const patience = new AbortController();
    try {
      return await Promise.race([
        this.#byDns(name),
        sleep(patienceMs, undefined, { signal: patience.signal, ref: false }).then(() => {
          throw notNow(name, undefined);
        }),
      ]);
    } catch (error) {
      if (unknownCodes.has(codeOf(error))) return await this.#bySystem(name);
      this.#renewResolver();
      throw codeOf(error) === 'EAI_AGAIN' ? error : notNow(name, error);
    } finally {
      patience.abort();
    }
  }

  /** IPv4 first: a host without a route for IPv6 need not find out. */
  async #byDns(name: string): Promise<Found> {
    const found: (RecordWithTtl & { readonly family: 4 | 6 })[] = [];
    const errors: unknown[] = [];
    const ask = async (family: 4 | 6, records: Promise<RecordWithTtl[]>): Promise<void> => {
      try {
        found.push(...(await records).map((record) => ({ ...record, family })));
      } catch (error) {
        errors.push(error);
      }
    };
    const asks = [
      ask(4, this.#resolver.resolve4(name, { ttl: true })),
      ask(6, this.#resolver.resolve6(name, { ttl: true })),
    ];
    await Promise.race(asks);
    const both = Promise.all(asks);
    await (found.length > 0 ? Promise.race([both, sleep(otherFamilyMs)]) : both);
    // A family without addresses says less than a failed query for the other one.
    if (found.length === 0)
      throw errors.find((error) => !unknownCodes.has(codeOf(error))) ?? errors[0];
    return {
      addresses: found
        .map(({ address, family }) => ({ address, family }))
        .sort((a, b) => a.family - b.family),
      seconds: Math.min(...found.map(({ ttl }) => ttl)),
    };
  }

  async #bySystem(name: string): Promise<Found> {
    if (this.#systemLookups >= maxSystemLookups) {
      if (this.#systemWaiting.length >= maxSystemWaiting) throw notNow(name, undefined);
      await new Promise<void>((begin) => this.#systemWaiting.push(begin));
    } else this.#systemLookups += 1;
    try {
      const ask = this.#options.bySystem ?? ((host: string) => dns.lookup(host, { all: true }));
      return { addresses: await ask(name), seconds: systemKeptSeconds };
    } finally {
      const next = this.#systemWaiting.shift();
      if (next === undefined) this.#systemLookups -= 1;
      else next();
    }
  }

  #hostNames(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (this.#hosts === undefined || now - this.#hostsSince > renewMs) {
      this.#hostsSince = now;
      this.#hosts = readFile(this.#options.hostsFile ?? systemHostsFile, 'utf8').then(
        namesOf,
        () => new Set(),
      );
    }
    return this.#hosts;
  }

  #newResolver(): dns.Resolver {
    const resolver = new dns.Resolver({ timeout: queryTimeoutMs, tries: queryTries });
    const { servers } = this.#options;
    if (servers !== undefined) resolver.setServers(servers);
    return resolver;
  }

  /** The machine may have moved to another network; c-ares does not notice. */
  #renewResolver(): void {
    const now = performance.now();
    if (now - this.#resolverSince < renewMs) return;
    this.#resolverSince = now;
    this.#resolver = this.#newResolver();
  }
}
