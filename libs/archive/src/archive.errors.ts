/**
 * `GAP`: records between the archive and the log, or between two files, are missing. `DAMAGED`: a
 * file is not what was written. `OTHER_CLUSTER`: the files come from another log.
 */
export type ArchiveErrorCode = 'GAP' | 'DAMAGED' | 'OTHER_CLUSTER';

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  constructor(
    readonly code: ArchiveErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
