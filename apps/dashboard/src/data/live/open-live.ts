/** The stream of a workspace: one tab reads it and passes on what it says to the others. */
import type { Connection } from '../connection.js';
import { followStream, type Told } from './follow-stream.js';
import { leadOneTab } from './lead.js';
import { streamOf } from './stream-source.js';

/** `hello`: a new tab asks how the stream is. */
type Passed = Told | { readonly kind: 'hello' };

/** Another tab may have a newer session: it leads next, and asks for itself. */
const isFinal = (told: Told): boolean =>
  told.kind === 'connection'
    ? told.connection.state === 'ended' || told.connection.state === 'refused'
    : told.kind === 'message' && told.message.kind === 'ended';

/** @returns closes */
export function openLive(workspaceId: string, listen: (told: Told) => void): () => void {
  const name = `flowledger-live-${workspaceId}`;
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  /** Only the tab that leads has it. */
  let latest: { connection: Connection; position: Told | null } | null = null;
  channel.onmessage = ({ data }: MessageEvent<Passed>) => {
    if (data.kind !== 'hello') {
      listen(data);
    } else if (latest !== null) {
      channel.postMessage({ kind: 'connection', connection: latest.connection } satisfies Passed);
      if (latest.position !== null) channel.postMessage(latest.position);
    }
  };
  const lead = async (signal: AbortSignal, renew: () => void): Promise<void> => {
    latest = { connection: { state: 'connecting' }, position: null };
    const tell = (told: Told): void => {
      if (latest !== null && told.kind === 'connection') latest.connection = told.connection;
      if (latest !== null && told.kind === 'position') latest.position = told;
      renew();
      listen(told);
      if (!isFinal(told)) channel.postMessage(told);
    };
    await followStream(streamOf(workspaceId), tell, signal);
    latest = null;
  };
  leadOneTab(name, lead, closing.signal);
  channel.postMessage({ kind: 'hello' } satisfies Passed);
  return () => {
    closing.abort();
    channel.close();
  };
}
