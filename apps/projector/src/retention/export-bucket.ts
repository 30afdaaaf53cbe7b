/** What is about to be dropped as NDJSON: one line per execution. The file appears whole and on disk, or not at all. */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from './log-partitions.js';
import { exportSql } from './log-partitions.sql.js';

const rowsAtATime = 500;

/**
 * @param client one connection without an open transaction
 * @returns executions written; the file is `<dir>/<name>.ndjson`
 */
export async function exportBucket(
  client: Client,
  bucket: number,
  dir: string,
  name: string,
): Promise<number> {
  await mkdir(dir, { recursive: true });
  const partial = join(dir, `${name}.partial`);
  const file = await open(partial, 'w', 0o600);
  let written = 0;
  try {
    await client.query('begin read only');
    await client.query(`declare exported cursor for ${exportSql(bucket)}`);
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtATime} from exported`);
      if (rows.length === 0) break;
      await file.appendFile(rows.map(({ line }) => `${line}\n`).join(''));
      written += rows.length;
    }
    await file.sync();
  } finally {
    await client.query('rollback');
    await file.close();
  }
  await rename(partial, join(dir, `${name}.ndjson`));
  return written;
}
