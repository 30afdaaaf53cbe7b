import { api, service } from './service.js';

/** A link that signs a new member in, once. */
export async function linkFor(email: string, role: string): Promise<string> {
  const members = `/workspaces/${service.workspaceId}/members`;
  const { data: member } = await api<{ userId: string }>('POST', members, { email, role });
  const made = await api<{ url: string }>('POST', `${members}/${member.userId}/sign-in-links`);
  // The server prints the name it is configured with.
  return made.data.url.replace(new URL(made.data.url).origin, service.url);
}
