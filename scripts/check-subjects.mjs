/**
 * `node scripts/check-subjects.mjs`: the subjects of the commits after the one in
 * `.ci/subjects-from` are one sentence of at most 72 characters, without a full stop. Exits with 1
 * and names the others.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const mostCharacters = 72;

/** @returns what is wrong with a subject, or null */
export function problemOf(subject) {
  if (subject.length > mostCharacters)
    return `has ${subject.length} characters, ${mostCharacters} are allowed`;
  if (!/^[A-Z]/.test(subject)) return 'does not begin with a capital letter';
  if (/[.;:,]$/.test(subject)) return 'ends with a punctuation mark';
  return null;
}

function check(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const from = readFileSync(join(root, '.ci/subjects-from'), 'utf8').trim();
  const lines = git('log', '--no-merges', '--format=%h %s', `${from}..HEAD`).split('\n');
  return lines.filter(Boolean).flatMap((line) => {
    const [hash, ...words] = line.split(' ');
    const problem = problemOf(words.join(' '));
    return problem === null ? [] : [`${hash} "${words.join(' ')}" ${problem}`];
  });
}

if (process.argv[1] === import.meta.filename) {
  const problems = check(join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
