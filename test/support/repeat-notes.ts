/**
 * Log entries of delivery processes about attempts that receivers may get twice
 * (apps/delivery/src/sender/delivery-attempt.ts).
 */
import type { RunningApp } from './processes.js';

const codes = ['ATTEMPT_REPEATED', 'ATTEMPT_CUT_OFF', 'LEASE_LOST'] as const;

interface RepeatNote {
  readonly code: (typeof codes)[number];
  readonly deliveryId: string;
  readonly step: number;
  readonly attemptNumber: number;
}

const isNote = (line: object): line is RepeatNote =>
  'code' in line && (codes as readonly unknown[]).includes(line.code);

/** By delivery id. The apps must log at level warn. */
export function repeatNotes(apps: readonly RunningApp[]): Map<string, RepeatNote[]> {
  const lines = apps.flatMap((app) => app.output().split('\n'));
  const notes = lines.flatMap((line) => {
    if (!codes.some((code) => line.includes(code))) return [];
    try {
      const parsed = JSON.parse(line) as object;
      return isNote(parsed) ? [parsed] : [];
    } catch {
      // A process was killed while it wrote the line.
      return [];
    }
  });
  return Map.groupBy(notes, ({ deliveryId }) => deliveryId);
}
