/** Why a rebuild was abandoned; the live read models are unchanged. */
export class RebuildError extends Error {
  override readonly name = 'RebuildError';
  constructor(
    readonly code:
      'ALREADY_RUNNING' | 'LOG_INCOMPLETE' | 'HALTED' | 'DISTURBED' | 'NO_QUIET_MOMENT',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
