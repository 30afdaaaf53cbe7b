/** The receiver of docs/receivers, which checks each signature as spec 5.3 has it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const file = join(import.meta.dirname, '../../../../docs/receivers/node/receiver.mjs');

export interface DocumentedReceiver {
  readonly url: string;
  /** The next event whose signature was right: `type executionId status`. */
  next(): Promise<string>;
  close(): Promise<void>;
}

export async function openDocumentedReceiver(
  secret: string,
  wantedPort = '0',
): Promise<DocumentedReceiver> {
  const { PATH } = process.env;
  const receiver = spawn(process.execPath, [file], {
    env: { PATH, SIGNING_SECRET: secret, PORT: wantedPort },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The receiver ended');
    return value;
  };
  const port = (await next()).replace('listening ', '');
  return {
    url: `http://127.0.0.1:${port}/hook`,
    next,
    close: async () => {
      receiver.kill('SIGTERM');
      await once(receiver, 'exit');
    },
  };
}
