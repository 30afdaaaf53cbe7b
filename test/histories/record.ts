/**
 * Stores the ledger's frames of each scenario under test/histories/<release>/; a stored file is
 * never changed.
 */
import { topics } from '@libs/contracts';
import { createKafkaEventLog } from '@libs/event-log';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionOf, scenarios } from './scenarios.js';

export interface RecordedHistory {
  readonly executionId: string;
  readonly ends: string;
  readonly definition: object;
  /** Ledger records in log order, base64 of the framed Avro. */
  readonly frames: readonly string[];
}

export async function recordHistories(
  release: string,
  environment: Readonly<Record<string, string>>,
  begun: ReadonlyMap<string, string>,
  stubUrl: string,
): Promise<void> {
  const frames = new Map<string, string[]>();
  const brokers = environment['KAFKA_BROKERS']?.split(',') ?? [];
  const log = createKafkaEventLog({ brokers, clientId: 'histories' });
  for (const [partition, end] of await log.admin.endOffsets(topics.events)) {
    await log.readRange({ topic: topics.events, partition }, 0, end, (records) => {
      for (const { key, value } of records) {
        if (key === null || value === null) continue;
        frames.set(key, [...(frames.get(key) ?? []), value.toString('base64')]);
      }
    });
  }
  await log.close();
  const directory = join(import.meta.dirname, release);
  await mkdir(directory, { recursive: true });
  for (const scenario of scenarios) {
    const { name, ends } = scenario;
    const executionId = begun.get(name) ?? '';
    const definition = definitionOf(scenario, stubUrl);
    const kept = { executionId, ends, definition, frames: frames.get(executionId) ?? [] };
    await writeFile(join(directory, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  }
}
