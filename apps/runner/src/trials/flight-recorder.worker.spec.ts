import { describe, expect, it } from '@jest/globals';
import { symptomOf, type Sample } from './flight-recorder.worker.js';

const calm: Sample = {
  turnMs: 40,
  turnCpuMs: 40,
  heapBytes: 500,
  heapAtBeginBytes: 400,
  heapLimitBytes: 1_000,
};

describe('flight recorder', () => {
  it('sees nothing in a process that answers and has room', () => {
    expect(symptomOf(calm)).toBeNull();
  });

  it('sees a turn that computes for long, and none that waits for a busy machine', () => {
    expect(symptomOf({ ...calm, turnMs: 700, turnCpuMs: 690 })).toMatch(/500 ms/);
    expect(symptomOf({ ...calm, turnMs: 700, turnCpuMs: 90 })).toBeNull();
  });

  it('sees memory that fills up during the trial, and none that was full before', () => {
    expect(symptomOf({ ...calm, heapBytes: 900 })).toMatch(/80 %/);
    expect(symptomOf({ ...calm, heapBytes: 900, heapAtBeginBytes: 850 })).toBeNull();
  });
});
