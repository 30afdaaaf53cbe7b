import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ModelledPartition, stepWeights, type Step } from '../testing/modelled-partition.js';

const steps = fc.array(
  fc.tuple(
    fc.oneof(
      ...Object.entries(stepWeights).map(([step, weight]) => ({
        weight,
        arbitrary: fc.constant(step as Step),
      })),
    ),
    fc.nat(20),
    fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  ),
  { minLength: 20, maxLength: 160, size: 'max' },
);

describe('takeover', () => {
  it('finds a begun execution after two crashes while an older request waits', () => {
    const partition = new ModelledPartition();
    partition.request();
    partition.request();
    partition.read(2);
    partition.progress(1);
    partition.progress(1);
    partition.takeOver();
    partition.read(1);
    partition.commit();
    partition.takeOver();
    partition.read(2);
    expect(partition.results.size).toBe(1);
  });

  it('holds an execution through a rollback and continues it after an upgrade', () => {
    const partition = new ModelledPartition(true);
    partition.request();
    partition.read(1);
    partition.progress(0);
    partition.progress(0);
    partition.takeOver(false);
    partition.read(1);
    expect(partition.member.running.size).toBe(0);
    partition.commit();
    partition.takeOver(true);
    partition.read(1);
    expect(partition.member.running.size).toBe(1);
  });

  it('passes an execution that a newer owner has ended or parked', async () => {
    const partition = new ModelledPartition(true);
    partition.request();
    partition.request();
    partition.read(2);
    for (const pick of [0, 1]) partition.progress(pick);
    await partition.end(0);
    await partition.park(0);
    partition.takeOver(false);
    partition.read(2);
    expect(partition.member.owner.frozenCount).toBe(0);
    expect(partition.member.owner.watermark().offset).toBe(2);
  });

  it('loses and repeats nothing through any crashes, upgrades and late claims', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const partition = new ModelledPartition();
        for (const [step, pick, isGhost] of script) await partition.step(step, pick, isGhost);
        partition.takeOver(true);
        partition.read(partition.requests.length);
        partition.readCommands(partition.commands.length);
        // Every request has ended, runs, or is parked and not resumed: nothing is forgotten.
        for (const executionId of partition.requests) {
          const states = [partition.ends, partition.member.running, partition.asleep];
          expect(states.filter((one) => one.has(executionId))).toHaveLength(1);
        }
        for (const { executionId, waitId } of partition.commands)
          if (partition.asleep.has(executionId))
            expect(partition.rows.get(executionId)?.waitId).not.toBe(waitId);
        expect(partition.member.owner.watermark().offset).toBeLessThanOrEqual(
          partition.requests.length,
        );
      }),
      { numRuns: 1_000 },
    );
  }, 120_000);
});
