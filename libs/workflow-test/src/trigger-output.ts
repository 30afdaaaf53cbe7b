/** What the trigger block of a test gives, from the test's input. Pure. */
import type { WorkflowTest } from './workflow-test.js';

/** As `POST /api/v1/workflows/{id}/execute` makes it, with headers and query of a webhook. */
export function triggerOutput(
  triggerType: string,
  { input, headers, query }: WorkflowTest,
  nowMs: number,
): unknown {
  const timestamp = new Date(nowMs).toISOString();
  switch (triggerType) {
    case 'webhook': {
      const body = input ?? null;
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      return {
        headers: Object.fromEntries(lower) as unknown,
        body,
        query,
        method: 'POST',
        timestamp,
        rawBody: typeof body === 'string' ? body : JSON.stringify(body),
      };
    }
    case 'schedule':
      return { scheduledAt: timestamp, timestamp, ...(input as object | undefined) };
    case 'chat':
      return typeof input === 'string' ? { input, conversationId: 'test' } : (input ?? {});
    default:
      return input ?? {};
  }
}
