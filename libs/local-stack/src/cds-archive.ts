/**
 * The JVM's archive of loaded classes (CDS), with which the broker starts in half the time. One
 * broker writes it once, at its orderly end (3–4 s more), beside the jars. It fits only one Java
 * and one class path.
 */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { tryClaim, type Claim } from './claim-file.js';
import type { Java } from './java.js';

export interface CdsArchive {
  /** JVM flags for tools: use the archive if there is one. */
  readonly useFlags: readonly string[];
  /** JVM flags for the broker: use the archive, or write it at the end. */
  readonly brokerFlags: readonly string[];
  /** Call once the broker has ended: moves a newly written archive to its final name. */
  keep(): Promise<void>;
}

function fileOf(jarsDir: string, java: Java): string {
  const fits = createHash('sha256').update(`${java.command}\n${java.version}`).digest('hex');
  return join(jarsDir, `classes-${fits.slice(0, 12)}.jsa`);
}

export const hasCdsArchive = (jarsDir: string, java: Java): boolean =>
  existsSync(fileOf(jarsDir, java));

export function openCdsArchive(jarsDir: string, java: Java): CdsArchive {
  const file = fileOf(jarsDir, java);
  if (existsSync(file)) {
    const flags = [`-XX:SharedArchiveFile=${file}`, '-Xlog:cds=off', '-Xlog:class+path=off'];
    return { useFlags: flags, brokerFlags: flags, keep: () => Promise.resolve() };
  }
  const claimed = tryClaim(`${file}.lock`);
  if (!('claim' in claimed))
    return { useFlags: [], brokerFlags: [], keep: () => Promise.resolve() };
  const draft = `${file}.${process.pid}`;
  return {
    useFlags: [],
    brokerFlags: [`-XX:ArchiveClassesAtExit=${draft}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off'],
    keep: () => keep(draft, file, claimed.claim),
  };
}

async function keep(draft: string, file: string, claim: Claim): Promise<void> {
  try {
    // Absent when the broker was killed: then the next orderly end writes it.
    if (existsSync(draft)) await rename(draft, file);
  } finally {
    rmSync(draft, { force: true });
    claim.release();
  }
}
