/** A log as one CSV line (RFC 4180), limited to the columns that fit into one. */
import type { LogEntry } from '../list/log.schemas.js';

const columns = {
  id: (log: LogEntry) => log.id,
  workflowId: (log: LogEntry) => log.workflowId,
  executionId: (log: LogEntry) => log.executionId,
  deploymentVersion: (log: LogEntry) => log.deploymentVersion,
  status: (log: LogEntry) => log.status,
  level: (log: LogEntry) => log.level,
  trigger: (log: LogEntry) => log.trigger,
  startedAt: (log: LogEntry) => log.startedAt,
  endedAt: (log: LogEntry) => log.endedAt,
  totalDurationMs: (log: LogEntry) => log.totalDurationMs,
  cost: (log: LogEntry) => log.cost.total,
  errorCode: (log: LogEntry) => field(log.error, 'code'),
  errorMessage: (log: LogEntry) => field(log.error, 'message'),
  errorBlock: (log: LogEntry) => log.errorBlock,
  fingerprint: (log: LogEntry) => log.fingerprint,
  result: (log: LogEntry) => log.result,
  parentExecutionId: (log: LogEntry) => log.parentExecutionId,
  rerunOf: (log: LogEntry) => log.rerunOf,
};

function field(error: object | undefined, name: string): string | null {
  const value = (error as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

/** Spreadsheets skip leading white space, and some read full-width signs as the ASCII ones. */
const startsFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Prefixes text that a spreadsheet would evaluate as a formula. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = startsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvHeader = `${Object.keys(columns).join(',')}\r\n`;
export const csvLine = (log: LogEntry): string =>
  `${Object.values(columns)
    .map((of) => cell(of(log)))
    .join(',')}\r\n`;
