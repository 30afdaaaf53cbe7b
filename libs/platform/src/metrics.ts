/** One prom-client registry per process, provided by injection so that tests get their own. */
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sharedCall } from './refreshed-cache.js';

/** Writing all metrics blocks the event loop for some milliseconds, so the text is reused. */
const keptMs = 250;

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

@Injectable()
export class Metrics {
  readonly registry = new Registry();
  /** The text that Prometheus reads. */
  readonly exposition = sharedCall(() => this.registry.metrics(), keptMs);

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    collect?: (this: Gauge<L>) => void,
  ): Gauge<L> {
    return new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect && { collect }),
    });
  }

  histogram<L extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] });
  }
}
