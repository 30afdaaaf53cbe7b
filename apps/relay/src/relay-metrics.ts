import type { OutgoingRecord, SupervisedConsumer } from '@libs/event-log';
import type { Metrics } from '@libs/platform';
import type { RecordVerdict } from './source-partition.js';

export interface RelayMetrics {
  readonly read: (verdict: RecordVerdict | 'garbage') => void;
  readonly published: (records: readonly OutgoingRecord[]) => void;
  readonly watch: (consumer: SupervisedConsumer, haltedPartitions: () => number) => void;
}

export function createRelayMetrics(metrics: Metrics): RelayMetrics {
  let watched: { consumer: SupervisedConsumer; haltedPartitions: () => number } | undefined;
  const read = metrics.counter(
    'flowledger_relay_records_total',
    'Ledger records read, by verdict',
    ['verdict'],
  );
  const published = metrics.counter(
    'flowledger_relay_published_total',
    'Public records published',
    ['topic'],
  );
  metrics.gauge('flowledger_relay_lag_records', 'Ledger records not read yet', [], function () {
    if (watched !== undefined) this.set(watched.consumer.status().lag);
  });
  metrics.gauge(
    'flowledger_relay_halted_partitions',
    'Partitions that wait for a newer version',
    [],
    function () {
      if (watched !== undefined) this.set(watched.haltedPartitions());
    },
  );
  return {
    read: (verdict) => read.inc({ verdict }),
    published: (records) => {
      for (const { topic } of records) published.inc({ topic });
    },
    watch: (consumer, haltedPartitions) => {
      watched = { consumer, haltedPartitions };
    },
  };
}
