import { afterEach, describe, expect, it } from '@jest/globals';
import { topicDeclarations } from '@libs/contracts';
import { createMemoryEventLog, type EventLog } from '@libs/event-log';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.js';
import {
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../test/support/ledger-fixtures.js';
import { announced } from './testing/announced.js';
import { FaultyRelay } from './testing/faulty-relay.js';

const partitions = 4;
const workspaceId = '33333333-3333-4333-8333-333333333333';
const relays: FaultyRelay[] = [];
const frozen = new Set<FaultyRelay>();

afterEach(async () => {
  for (const relay of frozen) relay.thaw();
  frozen.clear();
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
});

interface Ledger {
  readonly log: EventLog;
  /** Appends an execution to a partition; its id must be announced once. */
  readonly append: (partition: number) => Promise<void>;
  readonly expected: string[];
}

async function newLedger(): Promise<Ledger> {
  const log = createMemoryEventLog();
  await log.admin.ensureTopics(topicDeclarations(partitions));
  const appender = log.appender();
  const claims: number[] = [];
  for (let partition = 0; partition < partitions; partition++)
    claims.push((await appender.append(claimRecord(partition, randomUUID()))).offset);
  const expected: string[] = [];
  return {
    log,
    expected,
    append: async (partition) => {
      const of = identity(randomUUID(), workspaceId);
      const claim = claims[partition]!;
      const end = ledgerRecord(partition, claim, 'ExecutionCompleted', executionCompleted(of, 2));
      await appender.append(
        ledgerRecord(partition, claim, 'ExecutionStarted', executionStarted(of)),
      );
      await appender.append(end);
      expected.push(of.executionId);
    },
  };
}

type Fault = 'start' | 'stop' | 'kill' | 'freeze' | 'thaw';

/** Executions end, and a fault happens to a relay while they are being published. */
interface Step {
  readonly ends: readonly number[];
  readonly afterMs: number;
  readonly fault: Fault;
  readonly which: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  ends: fc.array(fc.nat(partitions - 1), { minLength: 1, maxLength: 5 }),
  afterMs: fc.nat(20),
  fault: fc.constantFrom<Fault>('start', 'stop', 'kill', 'freeze', 'freeze', 'thaw', 'thaw'),
  which: fc.nat(9),
});

async function suffer(fault: Fault, which: number, start: () => FaultyRelay): Promise<void> {
  const awake = relays.filter((relay) => !frozen.has(relay));
  const among = fault === 'thaw' ? [...frozen] : awake;
  const relay = among[which % Math.max(1, among.length)];
  if (fault === 'start' && relays.length < 4) relays.push(start());
  if (fault === 'start' || relay === undefined) return;
  if (fault === 'thaw') {
    frozen.delete(relay);
    relay.thaw();
    return;
  }
  if (fault === 'freeze') {
    frozen.add(relay);
    await relay.freeze();
  } else {
    relays.splice(relays.indexOf(relay), 1);
    await (fault === 'kill' ? relay.kill() : relay.stop());
  }
  // At least one relay must be left to take over.
  if (relays.every((one) => frozen.has(one))) relays.push(start());
}

describe('relays that start, stop, crash and hang', () => {
  it('announce each execution exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 15 }),
        fc.noBias(fc.infiniteStream(fc.nat(999))),
        async (steps, randoms) => {
          const ledger = await newLedger();
          const draw = (): number => (randoms.next().value as number) / 1000;
          const start = (): FaultyRelay => new FaultyRelay(ledger.log, draw);
          relays.push(start(), start());
          for (const { ends, afterMs, fault, which } of steps) {
            for (const partition of ends) await ledger.append(partition);
            await sleep(afterMs);
            await suffer(fault, which, start);
          }
          for (const relay of frozen) relay.thaw();
          frozen.clear();
          await eventually('all are announced', async () => {
            const found = await announced(ledger.log);
            expect(new Set(found).size).toBe(found.length);
            return found.length === ledger.expected.length;
          });
          await Promise.all(relays.splice(0).map((relay) => relay.stop()));
          expect((await announced(ledger.log)).sort()).toEqual([...ledger.expected].sort());
        },
      ),
      { numRuns: Number(process.env['RUNS'] ?? 15) },
    );
  }, 120_000);
});
