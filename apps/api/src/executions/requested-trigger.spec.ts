import { describe, expect, it } from '@jest/globals';
import { chatInput, requestedTrigger } from './requested-trigger.js';

describe('requestedTrigger', () => {
  it("uses the header or else the workflow's trigger, and rejects an invalid header", () => {
    expect(
      ['api_trigger', 'manual', 'chat', 'webhook', 'schedule'].map((type) =>
        requestedTrigger(type, undefined),
      ),
    ).toEqual(['api', 'manual', 'chat', 'api', 'api']);
    expect(requestedTrigger('chat', 'manual')).toBe('manual');
    for (const wrong of ['webhook', 'schedule', '', 'Manual'])
      expect(() => requestedTrigger('manual', wrong)).toThrow('X-Trigger-Type');
  });
});

describe('chatInput', () => {
  it('keeps the conversation id or creates one, and rejects an invalid message', () => {
    const input = { input: 'Hi', conversationId: 'c1', files: [] };
    expect(chatInput(input, () => 'new')).toEqual(input);
    expect(chatInput({ input: 'Hi' }, () => 'new')).toEqual({
      input: 'Hi',
      conversationId: 'new',
    });
    for (const wrong of [null, {}, { input: 1 }, { input: '' }])
      expect(() => chatInput(wrong, () => 'new')).toThrow();
  });
});
