/**
 * The output of a webhook trigger block (spec 1.2.2): headers, body, files, query, method,
 * timestamp, rawBody. The api encrypts credentials in headers with the workspace's key
 * before it passes them on.
 */
import { encryptedField } from '@libs/execution';

export interface TriggerRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: unknown;
  readonly body: unknown;
  /** The raw body, when a block refers to it. */
  readonly rawBody?: Buffer | undefined;
  /** Name of the trigger's own authentication header, if it has one. */
  readonly provingHeader: string | null;
  /** Name of a header whose value is left out, if there is one. */
  readonly hiddenHeader: string | null;
  /** Files of a multipart form. */
  readonly formFiles?: object | undefined;
}

type Encrypt = (clear: string) => Promise<Buffer>;

const credential =
  /^cookie$|(^|-)auth(-|$)|authorization|token|secret|password|passwd|(api|access|shared|private|operator)-?key|signature/;

/** In place of a value that the workflow may not have, as in the log. */
const hidden = '***';

/** Headers of the connection, not of the message. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
]);

export async function triggerInput(
  request: TriggerRequest,
  nowMs: number,
  encrypt: Encrypt,
): Promise<object> {
  const headers: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || hopByHop.has(name)) continue;
    if (name === request.hiddenHeader) {
      headers[name] = hidden;
      continue;
    }
    headers[name] =
      credential.test(name) || name === request.provingHeader
        ? {
            [encryptedField]: (
              await encrypt(typeof value === 'string' ? value : value.join(', '))
            ).toString('base64'),
          }
        : value;
  }
  return {
    headers,
    body: request.body ?? null,
    ...(request.formFiles !== undefined && { files: request.formFiles }),
    query: request.query,
    method: request.method,
    timestamp: new Date(nowMs).toISOString(),
    ...(request.rawBody !== undefined && { rawBody: request.rawBody.toString('utf8') }),
  };
}
