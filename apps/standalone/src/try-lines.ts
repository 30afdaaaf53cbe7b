/** Three shell lines to paste: run the demo workflow, read its log, read its delivery. */
import { demoPath } from './demo/demo-workspace.js';

/** @param read shell text that prints a field of credentials.json */
export function tryLines(
  baseUrl: string,
  triggerBaseUrl: string,
  read: (field: string) => string,
  subscriptionId: string,
): string[] {
  const key = `-H "x-api-key: ${read('apiKey')}"`;
  return [
    'Try:',
    `  curl -sS -X POST ${triggerBaseUrl}/api/webhooks/trigger/${demoPath} -H 'content-type: application/json' -d '{"id":"A-1","amount":42}'`,
    `  curl -sS ${key} "${baseUrl}/api/v1/logs?workspaceId=${read('workspaceId')}&order=asc&limit=10&details=full"`,
    `  curl -sS ${key} ${baseUrl}/api/v1/subscriptions/${subscriptionId}/deliveries`,
  ];
}
