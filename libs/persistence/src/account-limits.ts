/** The limits that an account may have of its own: those of a plan, and log retention. */
import { planLimitNames, planLimitProblem } from '@libs/config';
import { suggestion } from '@libs/workflow';

const retention = 'logRetentionDays';
/** As much as FLOWLEDGER_LOG_RETENTION_DAYS takes. */
const longestRetentionDays = 9_999;

export const accountLimitNames: readonly string[] = [...planLimitNames, retention];

function retentionProblem(value: unknown): string | null {
  const days = Number(value);
  if (Number.isInteger(value) && days >= 0 && days <= longestRetentionDays) return null;
  return `must be a whole number of days from 0 (for ever) to ${longestRetentionDays}, not ${JSON.stringify(value)}`;
}

/** Why there is no limit of this name; null if there is one. */
export function accountLimitNameProblem(name: string): string | null {
  if (accountLimitNames.includes(name)) return null;
  const near = suggestion(name, accountLimitNames) || '.';
  return `is not known${near} The limits are ${accountLimitNames.join(', ')}`;
}

/** Why an account may not have this limit; null if it may. */
export const accountLimitProblem = (name: string, value: unknown): string | null =>
  accountLimitNameProblem(name) ??
  (name === retention ? retentionProblem(value) : planLimitProblem(name, value));
