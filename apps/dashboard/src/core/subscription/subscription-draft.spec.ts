import { describe, expect, it } from '@jest/globals';
import {
  draftOf,
  editCount,
  emptyDraft,
  fieldsOf,
  headersOf,
  problemsOf,
  sampleBody,
} from './subscription-draft.js';

const existing = {
  ...{ url: 'https://a.example/hook', workflowId: null, hasSecret: true, headerNames: ['x-team'] },
  ...{ maxPerSecond: 5, levelFilter: ['error'], triggerFilter: ['api', 'chat'] },
  ...{ includeFinalOutput: true, includeTraceSpans: false, active: false },
  ...{ includeRateLimits: false, includeUsageData: true },
};

describe('a subscription in its form', () => {
  it('keeps what it does not show: the secret and the values of its headers', () => {
    const fields = fieldsOf(draftOf(existing));
    expect(fields).not.toHaveProperty('secret');
    expect(fields).not.toHaveProperty('generateSecret');
    expect(fields).not.toHaveProperty('headers');
    expect(fields).toMatchObject({
      ...{ url: existing.url, maxPerSecond: 5, levelFilter: ['error'] },
      ...{ triggerFilter: ['api', 'chat'], includeFinalOutput: true, includeTraceSpans: false },
    });
  });

  it('has a secret made unless a person says otherwise', () => {
    const draft = { ...emptyDraft(null), url: 'https://a.example/' };
    expect(fieldsOf(draft)).toMatchObject({ generateSecret: true });
    expect(fieldsOf({ ...draft, secret: 'none' })).toMatchObject({ secret: null });
  });

  it('counts the fields that were changed', () => {
    const saved = draftOf(existing);
    expect(editCount(saved, { ...saved })).toBe(0);
    expect(editCount(saved, { ...saved, active: true, levels: ['info', 'error'] })).toBe(2);
  });

  it('says what is wrong before the server is asked', () => {
    expect([...problemsOf(emptyDraft(null))]).toEqual(['url']);
    const wrong = {
      ...{ ...emptyDraft(null), url: 'ftp://a.example', headersText: 'no header' },
      ...{ secret: 'own' as const, levels: [], triggers: [] },
    };
    expect([...problemsOf(wrong)]).toEqual(['url', 'headers', 'secret', 'levels', 'triggers']);
  });

  it.each([
    ['', {}],
    ['x-team: billing\n\nx-b:  c ', { 'x-team': 'billing', 'x-b': 'c' }],
    ['x team: billing', null],
  ])('reads the headers %j', (text, expected) => {
    expect(headersOf(text)).toEqual(expected);
  });

  it('shows what a receiver gets as it is ticked', () => {
    const plain = JSON.parse(sampleBody(emptyDraft(null))) as { data: object };
    expect(plain.data).not.toHaveProperty('finalOutput');
    const all = JSON.parse(sampleBody(draftOf(existing))) as { data: object };
    expect(all.data).toMatchObject({ status: 'error', finalOutput: {}, usage: {} });
    expect(all.data).not.toHaveProperty('traceSpans');
  });
});
