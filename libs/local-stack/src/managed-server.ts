import type { BrokerSecurity } from './kafka-security.js';

/**
 * One server (Kafka broker or Postgres) that we started and may stop, crash and start again. The same port is
 * implemented over child processes and over containers, so that crash tests run on both.
 */
export interface ManagedServer {
  /** Process id on this machine; undefined while it is down, and always for containers. */
  readonly pid: number | undefined;
  /** Sends the signal to this server alone and resolves once it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again after kill(), with the same address and the same data; resolves when it is ready. */
  start(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. */
  suspend(): Promise<void>;
  resume(): Promise<void>;
  /** Orderly end; data made for one run only (`fresh`) is removed. Safe to call twice. */
  stop(): Promise<void>;
}

/** Of a cluster, what is done to it is done to all of its brokers. */
export interface KafkaServer extends ManagedServer {
  /** One per broker, to kill, start or freeze it alone; a single broker is its own. */
  readonly nodes: readonly ManagedServer[];
  /** Comma-separated host:port list, as in KAFKA_BROKERS. */
  readonly kafkaBrokers: string;
  /** The same brokers by their guarded listener; only when started with `security`. */
  readonly securedBrokers?: string;
}

export interface PostgresServer extends ManagedServer {
  /** Connection URL of a superuser, on the database `flowledger`. */
  readonly databaseUrl: string;
}

/** Receives one line at a time, for a person to read. */
export type Log = (line: string) => void;

export type Provider = 'embedded' | 'docker';

export interface ServerOptions {
  /** Where the data lives; created when missing. Ignored when `fresh`. */
  readonly dir: string;
  /** For tests: own temporary directory removed at stop, durability of the disk given up for speed. */
  readonly fresh: boolean;
  /** Start it again when it ends unasked. */
  readonly keepRunning: boolean;
  /** Kafka only, as child process only. */
  readonly security?: BrokerSecurity | undefined;
  readonly log: Log;
}
