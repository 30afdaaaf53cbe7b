/**
 * `npm run accounts`: creates, shows, limits and suspends accounts, without the api. See
 * docs/operations/accounts.md.
 */
import { runAccounts } from './accounts-cli/run.js';
import { localEnvironment } from './local-environment.js';

process.exitCode = await runAccounts(process.argv.slice(2), await localEnvironment(), {
  say: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
});
