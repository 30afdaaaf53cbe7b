import { describe, expect, it } from '@jest/globals';
import { pageOfNotification, unreadText } from './notification.js';

describe('pageOfNotification', () => {
  it.each([
    ['schedule-failed', 'w', '?status=error&workflow=w&trigger=schedule'],
    ['approval-asked', 'w', '?status=paused&workflow=w'],
    ['subscription-off', 'w', '?workflow=w'],
    ['subscription-off', null, ''],
    ['of a newer server', null, ''],
  ])('leads from %s of %s to the executions %j', (kind, workflowId, query) => {
    expect(pageOfNotification('ws', { kind, workflowId })).toBe(`/w/ws/executions${query}`);
  });
});

describe('unreadText', () => {
  it.each([
    [0, null],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('shows %d as %j', (unread, text) => {
    expect(unreadText(unread)).toBe(text);
  });
});
