/** The state of the installation. */

type State = 'ok' | 'error';

export interface Consumer {
  readonly group: string;
  readonly topic: string;
  /** Records behind the end of the topic. */
  readonly lag: number;
}

export interface System {
  readonly status: State;
  /** Owners only. */
  readonly details?: {
    readonly versions: {
      readonly node: string;
      readonly postgres: string | null;
      readonly engines: readonly string[];
    };
    readonly kafka: State;
    readonly postgres: State;
    /** Null: not known while Kafka or Postgres does not answer. */
    readonly consumers: readonly Consumer[] | null;
    readonly problems: readonly string[];
  };
}
