/**
 * Keys of Postgres' advisory locks. They are one space per database and kind of key, whoever takes them: two uses of one number wait
 * for each other, so all of ours stand here. Not changed within a major version: older processes take them too.
 */
export const advisoryLocks = {
  migrating: 7305817,
  bootstrapping: 7305818,
  numberingAudits: 7305819,
  publishingAudits: 7305820,
  /** Written out in the function that makes partitions (migrations/1795272815438-log-partitions.ts). */
  makingPartitions: 7305821,
  keepingRetention: 7305822,
  rebuilding: 7305823,
} as const;
