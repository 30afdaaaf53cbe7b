import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvHeader, csvLine } from './log-csv.js';
import type { LogEntry } from '../list/log.schemas.js';

const log: LogEntry = {
  id: 'log_1',
  workflowId: 'w',
  executionId: 'e',
  deploymentVersion: 1,
  status: 'error',
  level: 'error',
  draft: false,
  trigger: 'api',
  startedAt: '2026-01-02T00:00:00.000Z',
  endedAt: null,
  totalDurationMs: null,
  cost: { total: 0.5 },
  files: null,
  result: null,
  errorCode: null,
  errorBlock: null,
  fingerprint: null,
  parentExecutionId: null,
  rerunOf: null,
};

describe('a log as CSV', () => {
  it('has a cell for every column, empty for a missing value', () => {
    expect(csvLine(log)).toBe(
      'log_1,w,e,1,error,error,api,2026-01-02T00:00:00.000Z,,,0.5,,,,,,,\r\n',
    );
    expect(csvHeader.split(',')).toHaveLength(csvLine(log).split(',').length);
  });

  it('quotes commas, quotes and line breaks, and marks formulas', () => {
    const error = { code: '=1+1', message: 'said "no",\nthen left' };
    expect(csvLine({ ...log, error })).toContain(`,'=1+1,"said ""no"",\nthen left",`);
  });

  /** Splits a line into cells as an RFC 4180 reader does. */
  function cellsOf(line: string): string[] {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|\r\n$)/g)];
    return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
  }
  const messageOf = (message: string): string =>
    cellsOf(csvLine({ ...log, error: { code: 'C', message } }))[12]!;
  const anyText = fc.string({ unit: 'grapheme' });

  it('marks every text that starts a formula, also after white space', () => {
    const first = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠');
    const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n', '\u3000', '\u00a0') });
    fc.assert(
      fc.property(space, first, anyText, (before, sign, rest) => {
        expect(messageOf(before + sign + rest)).toBe(`'${before}${sign}${rest}`);
      }),
    );
    for (const before of ['\t', '\r', '\n']) expect(messageOf(`${before}1`)).toBe(`'${before}1`);
  });

  it('preserves every text except for the mark, with one cell per column', () => {
    fc.assert(
      fc.property(anyText, (message) => {
        const line = csvLine({ ...log, error: { code: 'C', message } });
        expect(cellsOf(line)).toHaveLength(cellsOf(csvHeader).length);
        expect([message, `'${message}`]).toContain(messageOf(message));
      }),
    );
  });
});
