import type { Metrics } from '@libs/platform';
import type { SupervisedConsumer } from '@libs/event-log';

export interface ProjectionMetrics {
  readonly projected: (projection: string, records: number) => void;
  readonly ignored: (projection: string, records: number) => void;
  readonly poisoned: (projection: string, records: number) => void;
  readonly refused: (projection: string) => void;
  readonly watch: (
    projection: string,
    consumer: SupervisedConsumer,
    haltedPartitions: () => number,
  ) => void;
}

export function createProjectionMetrics(metrics: Metrics): ProjectionMetrics {
  const watched = new Map<
    string,
    { consumer: SupervisedConsumer; haltedPartitions: () => number }
  >();
  const labels = ['projection'] as const;
  const projected = metrics.counter(
    'flowledger_projected_records_total',
    'Records folded into read models',
    labels,
  );
  const ignored = metrics.counter(
    'flowledger_projection_ignored_records_total',
    'Records of superseded writers',
    labels,
  );
  const poisoned = metrics.counter(
    'flowledger_projection_poison_records_total',
    'Undecodable records set aside',
    labels,
  );
  const refused = metrics.counter(
    'flowledger_projection_refused_writes_total',
    'Writes that the database refused for a value in them; the partition waits',
    labels,
  );
  metrics.gauge(
    'flowledger_projection_lag_records',
    'Records not projected yet',
    labels,
    function () {
      for (const [projection, { consumer }] of watched)
        this.set({ projection }, consumer.status().lag);
    },
  );
  metrics.gauge(
    'flowledger_projection_halted_partitions',
    'Partitions that wait for a newer version or hold a value the database refuses',
    labels,
    function () {
      for (const [projection, { haltedPartitions }] of watched)
        this.set({ projection }, haltedPartitions());
    },
  );
  return {
    projected: (projection, records) => projected.inc({ projection }, records),
    ignored: (projection, records) => ignored.inc({ projection }, records),
    poisoned: (projection, records) => poisoned.inc({ projection }, records),
    refused: (projection) => refused.inc({ projection }),
    watch: (projection, consumer, haltedPartitions) =>
      watched.set(projection, { consumer, haltedPartitions }),
  };
}
