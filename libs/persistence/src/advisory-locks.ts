/**
 * Keys of Postgres advisory locks. A database has one space per kind of key for all its clients:
 * two uses of one number block each other, so all of ours are listed here. They do not change
 * within a major version, because older processes take them too.
 */
export const advisoryLocks = {
  migrating: 7305817,
  bootstrapping: 7305818,
  numberingAudits: 7305819,
  publishingAudits: 7305820,
  /**
   * Taken where the projector creates partitions
   * (apps/projector/src/retention/log-partitions.sql.ts).
   */
  makingPartitions: 7305821,
  keepingRetention: 7305822,
  rebuilding: 7305823,
  /** The first of two keys; the second is a hash of the account. */
  countingQuotas: 7305824,
  archiving: 7305835,
} as const;
