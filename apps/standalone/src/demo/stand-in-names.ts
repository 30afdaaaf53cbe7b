/**
 * Makes the examples run as they are: names the stand-in's addresses in the workspace, where they
 * look for their services, and the secrets that they read.
 */
import { randomBytes } from 'node:crypto';
import { standInPaths } from './stand-in.js';

export interface StandInNames {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  /** Address of the demo receiver, which serves the stand-in. */
  readonly receiverUrl: string;
}

type Call = (method: string, path: string, body?: object) => Promise<Response>;

const callOf =
  ({ baseUrl, apiKey, workspaceId }: StandInNames): Call =>
  (method, path, body) =>
    fetch(`${baseUrl}/api/v1/workspaces/${workspaceId}/${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

async function put(call: Call, path: string, value: string): Promise<void> {
  const set = await call('PUT', path, { value });
  if (!set.ok) throw new Error(`${path} answered ${set.status}: ${await set.text()}`);
}

/** An address that an earlier start set; its port may have changed. */
const isOurs = (value: unknown): boolean =>
  typeof value === 'string' && /^http:\/\/[^/]+\/stand-in\//.test(value);

async function setVariables(call: Call, receiverUrl: string): Promise<void> {
  for (const [name, path] of Object.entries(standInPaths)) {
    const value = `${receiverUrl}/stand-in${path}`;
    const known = await call('GET', `variables/${name}`);
    const text = await known.text();
    if (known.ok) {
      const { data } = JSON.parse(text) as { readonly data: { readonly value: unknown } };
      if (data.value === value || !isOurs(data.value)) continue;
    } else if (known.status !== 404) throw new Error(`${name} answered ${known.status}: ${text}`);
    await put(call, `variables/${name}`, value);
  }
}

/** The token is a new one each time, so that nobody can guess it. */
const secrets: Readonly<Record<string, () => string>> = {
  MODEL_KEY: () => 'key-of-the-stand-in',
  WEBHOOK_TOKEN: () => randomBytes(24).toString('base64url'),
};

async function setSecrets(call: Call): Promise<void> {
  const answer = await call('GET', 'secrets');
  if (!answer.ok) throw new Error(`secrets answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { readonly data: readonly { readonly name: string }[] };
  const known = new Set(data.map(({ name }) => name));
  for (const [name, make] of Object.entries(secrets))
    if (!known.has(name)) await put(call, `secrets/${name}`, make());
}

/** What a person set stays. */
export async function setStandInNames(options: StandInNames): Promise<void> {
  const call = callOf(options);
  await setVariables(call, options.receiverUrl);
  await setSecrets(call);
}
