/**
 * The demo beside a running installation (docker compose): creates the demo workflow through the
 * API and serves its receiver. Waits for the api without a time limit. Reads API_URL, PUBLIC_URL,
 * RECEIVER_URL, DATA_DIR.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDemoReceiver } from './demo-receiver.js';
import { readDemoSettings, writeDemoSettings } from './demo-settings.js';
import { setStandInNames } from './stand-in-names.js';
import { ensureDemo, type ReadField, tryLines } from './demo-workspace.js';

const environment = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      say(`demo not ready yet: ${error instanceof Error ? error.message : String(error)}`);
      await sleep(2_000);
    }
  }
}

const dataDir = environment('DATA_DIR');
const receiverUrl = environment('RECEIVER_URL');
const settings = readDemoSettings(dataDir);
writeDemoSettings(dataDir, settings);
const demo = await patiently(async () => {
  const { apiKey, workspaceId } = JSON.parse(
    readFileSync(join(dataDir, 'credentials.json'), 'utf8'),
  ) as { apiKey: string; workspaceId: string };
  const server = { baseUrl: environment('API_URL'), apiKey, workspaceId, receiverUrl };
  const made = await ensureDemo({ ...server, secret: settings.secret });
  await setStandInNames(server);
  return { ...made, workspaceId };
});
// Listen only now: the container's health check takes an open port to mean that the demo is ready.
const receiver = await startDemoReceiver({
  ...settings,
  port: Number(new URL(receiverUrl).port),
  say,
  host: '0.0.0.0',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void receiver.close());
writeDemoSettings(dataDir, { ...settings, ...demo, receiverUrl });
const read: ReadField = (file, field) =>
  `$(docker compose exec -T api node -p 'require("${join(dataDir, file)}").${field}')`;
for (const line of tryLines(environment('PUBLIC_URL'), read, demo.subscriptionId)) say(line);
