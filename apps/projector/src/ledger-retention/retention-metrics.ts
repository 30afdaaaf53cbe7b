import type { Metrics } from '@libs/platform';

interface LedgerRetentionMetrics {
  readonly moved: (topic: string, archived: number, deleted: number) => void;
  readonly waits: (isWaiting: boolean) => void;
}

export function ledgerRetentionMetrics(metrics: Metrics): LedgerRetentionMetrics {
  const archived = metrics.counter(
    'flowledger_ledger_archived_records_total',
    'Records of the ledger copied into the archive',
    ['topic'],
  );
  const deleted = metrics.counter(
    'flowledger_ledger_deleted_records_total',
    'Archived records of the ledger deleted from Kafka',
    ['topic'],
  );
  const waiting = metrics.gauge(
    'flowledger_ledger_retention_waiting',
    '1 after a round that failed or left records past their time in Kafka; its log line says why',
  );
  return {
    moved: (topic, archivedRecords, deletedRecords) => {
      archived.inc({ topic }, archivedRecords);
      deleted.inc({ topic }, deletedRecords);
    },
    waits: (isWaiting) => waiting.set(Number(isWaiting)),
  };
}
