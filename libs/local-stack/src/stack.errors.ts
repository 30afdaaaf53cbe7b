/** Why a local Kafka or Postgres is missing. Closed set: branch on the code, never on the text. */
export type StackErrorCode =
  | 'java_missing'
  | 'kafka_fetch_failed'
  | 'kafka_start_failed'
  | 'postgres_binaries_missing'
  | 'postgres_start_failed'
  | 'docker_unavailable'
  | 'data_dir_in_use'
  | 'not_supported';

/** The message is one sentence for the person at the terminal, including the remedy. */
export class StackError extends Error {
  override readonly name = 'StackError';
  readonly code: StackErrorCode;

  constructor(code: StackErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
