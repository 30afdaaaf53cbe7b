/**
 * `npm run sign-in -- EMAIL`: prints a link that signs a person in once, without the api. See
 * docs/operations/sign-in.md.
 */
import { localEnvironment } from './local-environment.js';
import { runSignIn } from './sign-in-cli/run.js';

process.exitCode = await runSignIn(process.argv.slice(2), await localEnvironment(), {
  say: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
});
