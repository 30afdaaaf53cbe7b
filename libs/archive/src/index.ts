/**
 * Older parts of a topic as files: written, verified, and read back ahead of the records still in
 * the log. The files are Avro object containers that any Avro library opens. Their records are byte
 * for byte what Kafka held.
 */
export { archiveTopic } from './archive-topic.js';
export type { ArchivedRange } from './archive-topic.js';
export { archivedRange, requireArchived, requireCluster } from './archive-directory.js';
export { ArchiveError, type ArchiveErrorCode } from './archive.errors.js';
export { withArchive } from './with-archive.js';
