/**
 * Makes a fresh checkout runnable (from Node 20 on): installs dependencies and Node 24. Can be run
 * alone.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies, ensureNode } from './dependencies.mjs';

const oldestNode = 20;

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @returns {string} path of the Node 24 binary */
export function setUp() {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    console.error(`Node ${oldestNode} or newer is needed to start; this is ${process.version}.`);
    process.exit(1);
  }
  ensureDependencies(root);
  return ensureNode(root);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp();
