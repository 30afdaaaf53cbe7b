/** Finds the test files at a path, and the projects of jest.config.js that they belong to. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const suffix = /\.(?:(spec)\.(?:ts|mjs)|(\w+)-spec\.ts|(journey)\.ts)$/;
/** Need a registry or Python, or take minutes: only when nothing else lies at the path. */
const onRequest = ['registry', 'fuzz'];

/** @returns {string | undefined} its project; undefined for a file that is no test */
export function projectOf(file) {
  const [, unit, named, journey] = suffix.exec(file) ?? [];
  return unit === undefined ? (named ?? journey) : 'unit';
}

function filesAt(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => !/\/(node_modules|dist[^/]*|\.data)\//.test(file));
}

/**
 * The arguments that are paths. Others are Jest's: an option, its value, or a pattern of names.
 * @param {string[]} args
 * @throws Error when nothing lies at an argument that can only be a path
 */
export function pathsIn(args, root) {
  return args.flatMap((argument, index) => {
    const isValue = /^(-t|--testNamePattern)$/.test(args[index - 1] ?? '');
    if (argument.startsWith('-') || isValue) return [];
    if (existsSync(resolve(root, argument))) return [argument];
    if (/\/|\.(ts|tsx|mjs)$/.test(argument)) throw new Error(`nothing lies at ${argument}`);
    return [];
  });
}

/**
 * @param {string[] | undefined} wanted projects that were asked for
 * @returns {{file: string, project: string}[]}
 * @throws Error when no test lies at a path
 */
export function testsAt(paths, root, wanted) {
  const tests = paths.flatMap((path) => {
    const here = filesAt(resolve(root, path))
      .map((file) => ({ file, project: projectOf(file) }))
      .filter(({ project }) => project !== undefined && (wanted?.includes(project) ?? true));
    if (here.length > 0) return here;
    const kind = wanted === undefined ? 'test' : `${wanted.join(' or ')} test`;
    throw new Error(`no ${kind} lies at ${path}`);
  });
  const usual = tests.filter(({ project }) => !onRequest.includes(project));
  return wanted === undefined && usual.length > 0 ? usual : tests;
}
