import { once } from 'node:events';
import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  const started = globalThis.journeyService;
  if (started === undefined) return;
  const { service, dataDir, login } = started;
  await login.close();
  if (service.exitCode === null && service.signalCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
}
