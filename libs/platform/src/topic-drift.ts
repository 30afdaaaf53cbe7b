/**
 * How the cluster's topics differ from their declaration (`npm run topics -- check`), for readiness
 * and /metrics. Never makes a process unready: the topics exist, and a restart would repair
 * nothing. Answers come from memory and are refreshed in the background.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import { describeStep, planTopics, topicDeclarations } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import type { Logger } from 'pino';
import { Metrics } from './metrics.js';
import { CONFIG, EVENT_LOG, LOGGER } from './tokens.js';

const maxAgeMs = 60_000;

@Injectable()
export class TopicDrift {
  #lines: readonly string[] | null = null;
  #askAgainAtMs = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) metrics: Metrics,
  ) {
    const current = (): number => this.lines()?.length ?? 0;
    metrics.gauge(
      'flowledger_topic_drift',
      'Differences between declared topics and the cluster; npm run topics -- plan names them',
      [],
      function collect() {
        this.set(current());
      },
    );
  }

  /** One line per difference; null while nothing is known yet. At most a minute old. */
  lines(): readonly string[] | null {
    if (performance.now() >= this.#askAgainAtMs) {
      this.#askAgainAtMs = performance.now() + maxAgeMs;
      void this.#ask();
    }
    return this.#lines;
  }

  async #ask(): Promise<void> {
    const { FLOWLEDGER_LEDGER_PARTITIONS: partitions, FLOWLEDGER_REPLICATION_FACTOR: replicas } =
      this.config;
    const declared = topicDeclarations(partitions, replicas);
    try {
      const found = await this.eventLog.admin.describeTopics(declared.map(({ name }) => name));
      const lines = planTopics(declared, found, replicas).map(describeStep);
      if (lines.length > 0 && this.#lines?.join() !== lines.join())
        this.logger.warn({ lines }, 'topics differ from their declaration');
      this.#lines = lines;
    } catch (error) {
      // No permission to read the settings, or no broker: the last known state stays.
      this.logger.debug({ err: error }, 'topics could not be compared');
    }
  }
}
