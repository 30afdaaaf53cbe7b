/**
 * A stand-in for PgBouncer, as far as its clients notice: it refuses untracked startup parameters,
 * and in transaction mode clients share sessions.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Pooler {
  readonly url: string;
  close(): Promise<void>;
}

/** https://www.pgbouncer.org/config.html, `ignore_startup_parameters` */
const tracked = new Set([
  ...['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone'],
  'standard_conforming_strings',
]);

/**
 * https://www.postgresql.org/docs/current/protocol-message-formats.html: length, version, then
 * names and values.
 */
function untrackedIn(startup: Buffer): string | undefined {
  const parts = startup.toString('utf8', 8).split('\0');
  return parts.find((name, n) => n % 2 === 0 && name !== '' && !tracked.has(name.toLowerCase()));
}

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(4 + bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

const refusal = (name: string): Buffer =>
  message('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`);
/** AuthenticationOk and ReadyForQuery. */
const welcome = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]);

/**
 * @param mode `transaction`: all clients share the first one's session, so they must run one at a
 * time
 */
export async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction' = 'session',
): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let shared: Socket | undefined;
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    track(near);
    near.once('data', (startup) => {
      const refused = untrackedIn(startup);
      if (refused !== undefined) {
        near.end(refusal(refused));
        return;
      }
      const far = shared ?? connect(Number(target.port), target.hostname);
      if (shared === undefined) {
        track(far);
        far.write(startup);
      } else near.write(welcome);
      near.on('data', (bytes) => {
        far.removeAllListeners('data').on('data', (answer) => near.write(answer));
        // The client's Terminate ends here: the shared session must continue.
        if (mode === 'session' || bytes[0] !== 'X'.charCodeAt(0)) far.write(bytes);
      });
      far.removeAllListeners('data').on('data', (answer) => near.write(answer));
      near.on('close', () => mode === 'session' && far.end());
      if (mode === 'transaction') shared = far;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
