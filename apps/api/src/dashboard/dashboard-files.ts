/**
 * The built files of the dashboard (scripts/build-dashboard.mjs). They are read on first use: they
 * take no memory in an api whose pages are not requested. An installation may be without them.
 */
import { Injectable } from '@nestjs/common';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Encoded } from '../http/encoded.js';
import type { PageFiles } from './opened-page.js';

/** Beside the compiled apps. Jest runs the sources: there the files are in the last build. */
const folders = ['../../../../dashboard/', '../../../../dist/dashboard/'].map(
  (path) => new URL(path, import.meta.url),
);

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A worker has the policy of its own file, not of its page; without this it reads no stream. */
const workerPolicy =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const isWorker = (name: string): boolean => /\.worker-[\w-]+\.js$/.test(name);

interface Asset {
  readonly contentType: string;
  /** Of its content; null: that of every answer, which allows nothing. */
  readonly policy: string | null;
  /** A buffer: the format is compressed already. */
  readonly body: Encoded | Buffer;
}

interface BuiltDashboard {
  /** With `__NONCE__` wherever the nonce of an answer belongs. */
  readonly index: string;
  readonly pages: readonly PageFiles[];
  /** By file name. Only these are served, so no name reaches the file system. */
  readonly assets: ReadonlyMap<string, Asset>;
}

async function readAsset(folder: URL, name: string): Promise<[string, Asset][]> {
  const contentType = contentTypes[extname(name)];
  if (contentType === undefined) return [];
  const bytesOf = (file: string): Promise<Buffer> => readFile(new URL(file, folder));
  const policy = isWorker(name) ? workerPolicy : null;
  if (extname(name) === '.woff2')
    return [[name, { contentType, policy, body: await bytesOf(name) }]];
  const [identity, br, gzip] = (await Promise.all(
    [name, `${name}.br`, `${name}.gz`].map(bytesOf),
  )) as [Buffer, Buffer, Buffer];
  return [[name, { contentType, policy, body: { identity, br, gzip } }]];
}

async function read(): Promise<BuiltDashboard | null> {
  for (const folder of folders) {
    const index = await readFile(new URL('index.html', folder), 'utf8').catch(() => null);
    if (index === null) continue;
    const pages = await readFile(new URL('pages.json', folder), 'utf8');
    const assets = new URL('assets/', folder);
    const read = (await readdir(assets)).map((name) => readAsset(assets, name));
    return {
      index,
      pages: JSON.parse(pages) as readonly PageFiles[],
      assets: new Map((await Promise.all(read)).flat()),
    };
  }
  return null;
}

@Injectable()
export class DashboardFiles {
  #files: Promise<BuiltDashboard | null> | null = null;

  /** Null: this installation was built without the dashboard. The next call looks again. */
  async files(): Promise<BuiltDashboard | null> {
    this.#files ??= read();
    const files = await this.#files.catch((error: unknown) => {
      this.#files = null;
      throw error;
    });
    if (files === null) this.#files = null;
    return files;
  }
}
