/**
 * The files that `scripts/build-pages.mjs` makes for `/docs` and `/docs/events`. They are read on
 * first use: they take no memory in an api whose pages are not requested.
 */
import { Injectable } from '@nestjs/common';
import { readdir, readFile } from 'node:fs/promises';
import type { Encoded } from '../http/encoded.js';

/** Beside the compiled apps. Jest runs the sources: there the files are in the last build. */
const folders = ['../../../../pages/', '../../../../dist/pages/'].map(
  (path) => new URL(path, import.meta.url),
);

interface BuiltFiles {
  /** Scalar with its configuration and the block reference. The name has a hash of the content. */
  readonly script: { readonly name: string; readonly body: Encoded };
  /** The page of the topics, with a mark for the number of the ledger's partitions. */
  readonly events: string;
}

const scriptName = /^reference\.[0-9a-f]{16}\.js$/;

async function read(): Promise<BuiltFiles> {
  for (const folder of folders) {
    const names = await readdir(folder).catch((): string[] => []);
    const name = names.find((one) => scriptName.test(one));
    if (name === undefined) continue;
    const bytesOf = (file: string): Promise<Buffer> => readFile(new URL(file, folder));
    const [identity, br, gzip, events] = await Promise.all([
      bytesOf(name),
      bytesOf(`${name}.br`),
      bytesOf(`${name}.gz`),
      readFile(new URL('events.html', folder), 'utf8'),
    ]);
    return { script: { name, body: { identity, br, gzip } }, events };
  }
  throw new Error('The files of /docs are missing: run `npm run build`');
}

@Injectable()
export class BuiltPages {
  #files: Promise<BuiltFiles> | null = null;

  /** @throws when the pages were not built; the next call looks again */
  files(): Promise<BuiltFiles> {
    this.#files ??= read().catch((error: unknown) => {
      this.#files = null;
      throw error;
    });
    return this.#files;
  }
}

/**
 * The content security policies of our two pages. A trigger URL can serve JavaScript from this
 * origin, so `script-src` never has `'self'`. Both components set style attributes, so only these
 * pages allow inline styles.
 */
const closed = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const unframed = "frame-ancestors 'none'";

/** Requests go to this origin only: a server that a caller types in can't receive the API key. */
export const referencePolicy = (nonce: string): string =>
  `${closed}; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data: blob:; ${unframed}`;

/** The page of the topics is static HTML. */
export const eventsPolicy = `${closed}; script-src 'none'; ${unframed}`;
