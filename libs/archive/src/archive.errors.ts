/**
 * `GAP`: records between the archive and the log, or between two files, are missing. `DAMAGED`: a
 * file is not what was written. `OTHER_CLUSTER`: the files come from another log. `NOT_BEGUN`: the
 * directory is no archive.
 */
export type ArchiveErrorCode = 'GAP' | 'DAMAGED' | 'OTHER_CLUSTER' | 'NOT_BEGUN';

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
