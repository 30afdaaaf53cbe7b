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
  it('reports no symptom of a process with short turns and free memory', () => {
    expect(symptomOf(calm)).toBeNull();
  });

  it('reports a long turn that computes, but not one that waits for CPU time', () => {
    expect(symptomOf({ ...calm, turnMs: 700, turnCpuMs: 690 })).toMatch(/500 ms/);
    expect(symptomOf({ ...calm, turnMs: 700, turnCpuMs: 90 })).toBeNull();
  });

  it('reports memory that fills during the trial, but not before it', () => {
    expect(symptomOf({ ...calm, heapBytes: 900 })).toMatch(/80 %/);
    expect(symptomOf({ ...calm, heapBytes: 900, heapAtBeginBytes: 850 })).toBeNull();
  });
});
