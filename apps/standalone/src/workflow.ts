/**
 * `npm run workflow`: checks, tests and deploys workflows kept in git as JSON or YAML, and operates
 * those of a server. See docs/how-to/keep-workflows-in-git.md.
 */
import { runCommand } from './workflow-cli/run.js';

// `npm run workflow -- logs … | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
});
