/**
 * Fetches what the foreign clients need, before the time of a test runs, and starts the servers.
 * What cannot be fetched is said; the tests that need it fail.
 */
import '../../scripts/import-sources.mjs';

async function fetchClients(): Promise<void> {
  const { isInstalled, java, python } = await import('./foreign-clients.js');
  const { goReceiver, goVerifier, pythonVerifier } = await import('./foreign-programs.js');
  const hasPython = await isInstalled('python3', '-m', 'venv', '--help');
  const hasMaven = await isInstalled('mvn', '--version');
  const hasGo = await isInstalled('go', 'version');
  for (const [what, isPossible, make] of [
    ['the Kafka clients of Python', hasPython, python],
    ['the Kafka clients of Java', hasMaven, java],
    ['Standard Webhooks for Python', hasPython, pythonVerifier],
    ['Standard Webhooks for Go', hasGo, goVerifier],
    ['the receiver in Go', hasGo, goReceiver],
  ] as const) {
    if (!isPossible) continue;
    process.stderr.write(`preparing ${what} …\n`);
    await make().catch((error: unknown) => {
      process.stderr.write(`${what} could not be prepared: ${String(error)}\n`);
    });
  }
}

export default async function globalSetup(): Promise<void> {
  const { default: startServers } = await import('../support/global-setup.js');
  await Promise.all([fetchClients(), startServers()]);
}
