/**
 * How a consumer of ours reads, commits, sets aside and halts. It decides no policy: each app
 * decides whether a record of a newer release halts its partition or is held while later ones are
 * read.
 */
export { HaltedPartitions } from './halted-partitions.js';
export { OffsetCommitter } from './offset-committer.js';
export { readRecord } from './read-record.js';
export type { Decoded, Unreadable } from './read-record.js';
export { putAway, setAside } from './set-aside.js';
export { Watermark } from './watermark.js';
