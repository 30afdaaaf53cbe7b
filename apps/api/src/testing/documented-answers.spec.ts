import { describe, expect, it } from '@jest/globals';
import { logPage } from '../logs/list/log.schemas.js';
import { documentedAnswers } from './answers-of-api.js';

const page = logPage.meta()?.['example'] as Readonly<Record<string, unknown>>;
const problemOf = (over: object): string | null =>
  documentedAnswers().problemOf({
    method: 'GET',
    url: '/api/v1/logs?workspaceId=w',
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: page,
    ...over,
  });

describe('an answer in a test', () => {
  it('is checked against the documented status, media type and fields', () => {
    expect(problemOf({})).toBeNull();
    expect(problemOf({ status: 418 })).toContain('this status is not documented');
    expect(problemOf({ contentType: 'text/html' })).toContain('text/html is not documented');
    expect(problemOf({ body: { ...page, more: 1 } })).toContain('additional properties');
    expect(problemOf({ body: { ...page, data: undefined } })).toContain("'data'");
    expect(problemOf({ body: { ...page, data: 'none' } })).toContain('must be array');
    expect(problemOf({ status: 404, body: { code: 'NOT_FOUND' } })).toContain("'error'");
  });

  it('is not checked for an unknown path or method', () => {
    expect(problemOf({ url: '/api/v1/nothing', status: 404, body: {} })).toBeNull();
    expect(problemOf({ method: 'PUT', status: 405, body: {} })).toBeNull();
  });
});
