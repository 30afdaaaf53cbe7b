import type { BrokerSecurity } from './kafka-security.js';

/**
 * One server (Kafka broker or Postgres) that we started and may stop, crash and start again. Child
 * processes and containers implement the same port, so crash tests run on both.
 */
export interface ManagedServer {
  /** Process id on this machine; undefined while it is down, and always for containers. */
  readonly pid: number | undefined;
  /** Sends the signal to this server alone and resolves once it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again after kill(), with the same address and data; resolves when it is ready. */
  start(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. */
  suspend(): Promise<void>;
  resume(): Promise<void>;
  /** Orderly end; removes data made for one run only (`fresh`). Safe to call twice. */
  stop(): Promise<void>;
}

/** The methods of a cluster act on all of its brokers. */
export interface KafkaServer extends ManagedServer {
  /** One per broker, to kill, start or freeze it alone; a single broker is its own node. */
  readonly nodes: readonly ManagedServer[];
  /** Comma-separated host:port list, as in KAFKA_BROKERS. */
  readonly kafkaBrokers: string;
  /** The guarded listeners of the same brokers; only when started with `security`. */
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
  /** Data directory; created when missing. Ignored when `fresh`. */
  readonly dir: string;
  /** For tests: a temporary directory that is removed at stop; trades disk durability for speed. */
  readonly fresh: boolean;
  /** Restart it when it ends unasked. */
  readonly keepRunning: boolean;
  /** Kafka only, as child process only. */
  readonly security?: BrokerSecurity | undefined;
  readonly log: Log;
}

/** The superuser and the database of every local Postgres. */
export const databaseUser = 'flowledger';
export const databaseName = 'flowledger';
