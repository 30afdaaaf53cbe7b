/**
 * How long Kafka keeps the ledger: for ever unless FLOWLEDGER_LEDGER_RETENTION_DAYS is set. Records
 * are deleted only from Kafka, and only those that the archive holds.
 */
import { z } from 'zod';
import type { PlanName } from './plan-limits.js';

/**
 * Repeats of a request are recognised for 30 days, after a restore of Postgres by reading requests
 * from Kafka again.
 */
const leastDays = 31;

export const ledgerRetentionVariables = {
  FLOWLEDGER_LEDGER_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .refine(
      (days) => days === 0 || (days >= leastDays && days <= 9_999),
      `must be 0 (keep for ever) or ${leastDays} to 9999`,
    )
    .default(0),
  /** Where older records of the ledger are kept as files. */
  FLOWLEDGER_LEDGER_ARCHIVE_DIR: z.string().min(1).optional(),
};

interface Retentions {
  readonly FLOWLEDGER_LEDGER_RETENTION_DAYS: number;
  readonly FLOWLEDGER_LEDGER_ARCHIVE_DIR?: string | undefined;
  readonly FLOWLEDGER_LOG_RETENTION_DAYS: Readonly<Record<PlanName, number>>;
}

/** Contradictions between the settings, one sentence each with the remedy. */
export function ledgerRetentionProblems({
  FLOWLEDGER_LEDGER_RETENTION_DAYS: days,
  FLOWLEDGER_LEDGER_ARCHIVE_DIR: dir,
  FLOWLEDGER_LOG_RETENTION_DAYS: byPlan,
}: Retentions): readonly string[] {
  if (days === 0) return [];
  const name = 'FLOWLEDGER_LEDGER_RETENTION_DAYS';
  const problems: string[] = [];
  if (dir === undefined)
    problems.push(`${name}: only archived records are deleted; set FLOWLEDGER_LEDGER_ARCHIVE_DIR`);
  const forEver = Object.entries(byPlan).flatMap(([plan, kept]) => (kept === 0 ? [plan] : []));
  if (forEver.length > 0)
    problems.push(
      `${name}: is ${days}, but logs of ${forEver.join(', ')} are kept for ever; give each plan days in FLOWLEDGER_LOG_RETENTION_DAYS`,
    );
  const longest = Math.max(...Object.values(byPlan));
  if (longest > days)
    problems.push(
      `${name}: is ${days}, but FLOWLEDGER_LOG_RETENTION_DAYS keeps logs for ${longest} days; set at least ${longest}`,
    );
  return problems;
}
