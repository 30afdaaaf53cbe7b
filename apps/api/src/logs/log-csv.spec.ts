import { describe, expect, it } from '@jest/globals';
import { csvHeader, csvLine } from './log-csv.js';
import type { LogEntry } from './log-view.js';

const log: LogEntry = {
  id: 'log_1',
  workflowId: 'w',
  executionId: 'e',
  deploymentVersion: 1,
  status: 'error',
  level: 'error',
  trigger: 'api',
  startedAt: '2026-01-02T00:00:00.000Z',
  endedAt: null,
  totalDurationMs: null,
  cost: { total: 0.5 },
  files: null,
};

describe('a log as CSV', () => {
  it('has a cell for every column, empty for what is not there', () => {
    expect(csvLine(log)).toBe('log_1,w,e,1,error,error,api,2026-01-02T00:00:00.000Z,,,0.5,,\r\n');
    expect(csvHeader.split(',')).toHaveLength(csvLine(log).split(',').length);
  });

  it('quotes what would break the line, and marks what a spreadsheet would compute', () => {
    const error = { code: '=1+1', message: 'said "no",\nthen left' };
    expect(csvLine({ ...log, error })).toContain(`,'=1+1,"said ""no"",\nthen left"\r\n`);
  });
});
