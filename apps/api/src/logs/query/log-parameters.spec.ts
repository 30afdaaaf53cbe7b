import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../errors/index.js';
import { QueryPipe } from '../../http/zod.pipe.js';
import { type LogParameters, logParameters } from './log-parameters.js';

const workspaceId = '33333333-3333-4333-8333-333333333333';
const pipe = new QueryPipe(logParameters);
const parse = (query: Record<string, unknown>): LogParameters =>
  pipe.transform({ workspaceId, ...query });

function refusal(query: Record<string, unknown>): string {
  try {
    pipe.transform(query);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.message;
    throw error;
  }
  throw new Error('was accepted');
}
const refusalOf = (query: Record<string, unknown>): string => refusal({ workspaceId, ...query });

describe('log parameters', () => {
  it('default to 100 logs, newest first, with basic details', () => {
    expect(parse({})).toEqual({
      workspaceId,
      details: 'basic',
      includeTraceSpans: false,
      includeFinalOutput: false,
      includeDeliveries: false,
      limit: 100,
      order: 'desc',
    });
  });

  it('accept every filter', () => {
    const query = {
      workflowIds: `${workspaceId},${workspaceId}`,
      folderIds: 'a,b',
      triggers: 'api,webhook',
      level: 'error',
      status: 'running',
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2026-01-01T02:00:00+01:00',
      executionId: workspaceId,
      minDurationMs: '0',
      maxDurationMs: '10',
      minCost: '0.5',
      maxCost: '1',
      model: 'gpt',
      search: 'timeout',
      details: 'full',
      includeTraceSpans: 'false',
      includeFinalOutput: 'true',
      limit: '1000',
      order: 'asc',
    };
    expect(parse(query)).toMatchObject({
      workflowIds: [workspaceId, workspaceId],
      triggers: ['api', 'webhook'],
      endDate: new Date('2026-01-01T01:00:00Z'),
      minDurationMs: 0,
      maxCost: 1,
      includeTraceSpans: false,
      includeFinalOutput: true,
      limit: 1_000,
    });
  });

  it('require workspaceId', () => {
    expect(refusal({})).toContain('workspaceId: is required');
    expect(refusal({ workspaceId: '' })).toContain('workspaceId: is required');
  });

  it.each([
    [{ colour: 'red' }, 'colour: Unknown parameter; allowed: cursor, details, draft, endD'],
    [{ level: ['info', 'error'] }, 'level: may be given only once'],
    [{ limit: ['1', '2'] }, 'limit: may be given only once'],
    [{ level: 'warning' }, 'level: must be "info" or "error"'],
    [{ triggers: 'api,carrier-pigeon' }, 'triggers[1]: must be "api" or "webhook"'],
    [
      { triggers: 'all' },
      'triggers[0]: must be "api" or "webhook" or "schedule" or "manual" or "chat"',
    ],
    [{ triggers: 'api,' }, 'triggers[1]: must be "api" or "webhook"'],
    [{ status: 'error,sleeping' }, 'status[1]: must be "queued" or "running" or "retrying"'],
    [{ startDate: 'yesterday' }, 'startDate: must be an ISO 8601 timestamp'],
    [{ startDate: '2026-02-31T00:00:00Z' }, 'startDate: must be an ISO 8601 timestamp'],
    [
      { startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z' },
      'startDate: must not be after endDate',
    ],
    [
      { minDurationMs: '2', maxDurationMs: '1' },
      'minDurationMs: must not be greater than maxDurationMs',
    ],
    [{ minDurationMs: '1.5' }, 'minDurationMs: must be whole milliseconds'],
    [{ minDurationMs: '-1' }, 'minDurationMs: must be 0 or more'],
    [{ maxDurationMs: '-1' }, 'maxDurationMs: must be 0 or more'],
    [{ minCost: '2', maxCost: '1' }, 'minCost: must not be greater than maxCost'],
    [{ minCost: '-1' }, 'minCost: must be 0 or more'],
    [{ maxCost: 'NaN' }, 'maxCost: must be a number'],
    [{ limit: '0' }, 'limit: must be a whole number from 1 to 1000'],
    [{ limit: '1001' }, 'limit: must be a whole number from 1 to 1000'],
    [{ limit: '' }, 'limit: must not be empty'],
    [{ version: '0' }, 'version: must be a whole number from 1 to 2147483647'],
    [{ version: '2147483648' }, 'version: must be a whole number from 1 to 2147483647'],
    [{ order: 'ASC' }, 'order: must be "asc" or "desc"'],
    [{ includeTraceSpans: '1' }, 'includeTraceSpans: must be "true" or "false"'],
    [{ executionId: 'x' }, 'executionId: must be an id'],
    [{ workflowIds: 'x' }, 'workflowIds[0]: must be an id'],
    [{ search: 'a\0b' }, 'search: Has a character'],
  ])('refuse %j and name the parameter', (query, message) => {
    expect(refusalOf(query)).toContain(message);
  });
});
