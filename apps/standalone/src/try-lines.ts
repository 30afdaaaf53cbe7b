/** Three shell lines to paste: run the demo workflow, read its log, read its delivery. */

/** Shell text that prints a field of a file in the data directory. */
export type ReadField = (file: 'credentials.json' | 'demo.json', field: string) => string;

/** The lines name no secret: the shell reads the key and the trigger URL. */
export function tryLines(baseUrl: string, read: ReadField, subscriptionId: string): string[] {
  const key = `-H "x-api-key: ${read('credentials.json', 'apiKey')}"`;
  const workspaceId = read('credentials.json', 'workspaceId');
  return [
    'Try:',
    `  curl -sS -X POST "${read('demo.json', 'triggerUrl')}" -H 'content-type: application/json' -d '{"id":"A-1","amount":42}'`,
    `  curl -sS ${key} "${baseUrl}/api/v1/logs?workspaceId=${workspaceId}&order=asc&limit=10&details=full"`,
    `  curl -sS ${key} ${baseUrl}/api/v1/subscriptions/${subscriptionId}/deliveries`,
  ];
}
