/** Names the stand-in's addresses in the workspace, where the examples look for their services. */
import { standInPaths } from './stand-in.js';

export interface StandInVariables {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  /** Address of the demo receiver, which serves the stand-in. */
  readonly receiverUrl: string;
}

/** An address that an earlier start set; its port may have changed. */
const isOurs = (value: unknown): boolean =>
  typeof value === 'string' && /^http:\/\/[^/]+\/stand-in\//.test(value);

/** A variable that a person set stays. */
export async function setStandInVariables(options: StandInVariables): Promise<void> {
  const { baseUrl, apiKey, workspaceId, receiverUrl } = options;
  const call = async (method: string, name: string, body?: object): Promise<Response> =>
    fetch(`${baseUrl}/api/v1/workspaces/${workspaceId}/variables/${name}`, {
      method,
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  for (const [name, path] of Object.entries(standInPaths)) {
    const value = `${receiverUrl}/stand-in${path}`;
    const known = await call('GET', name);
    const text = await known.text();
    if (known.ok) {
      const { data } = JSON.parse(text) as { readonly data: { readonly value: unknown } };
      if (data.value === value || !isOurs(data.value)) continue;
    } else if (known.status !== 404) throw new Error(`${name} answered ${known.status}: ${text}`);
    const set = await call('PUT', name, { value });
    if (!set.ok) throw new Error(`${name} answered ${set.status}: ${await set.text()}`);
  }
}
