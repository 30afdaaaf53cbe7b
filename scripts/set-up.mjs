/** Makes a fresh checkout runnable, from Node 20 on: dependencies, Node 24. Run alone, it does only that. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies, ensureNode } from './dependencies.mjs';

const oldestNode = 20;

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @returns {string} program of Node 24 */
export function setUp() {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    console.error(`Node ${oldestNode} or newer is needed to start; this is ${process.version}.`);
    process.exit(1);
  }
  ensureDependencies(root);
  return ensureNode(root);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp();
