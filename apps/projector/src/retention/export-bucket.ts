/**
 * Exports a bucket before it is dropped, as NDJSON: one line per execution. The file appears
 * complete and synced to disk, or not at all. Large executions are written in pieces: their line is
 * never in memory as a whole.
 */
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from './log-partitions.js';
import { exportHeadSql, exportRowsSql, exportSql } from './log-partitions.sql.js';

const linesAtATime = 50;
/** Rows of a large execution: each has an input and an output of megabytes at most. */
const rowsAtATime = 10;

interface Exported {
  readonly client: Client;
  readonly bucket: number;
  readonly file: FileHandle;
}

interface ExportedLog {
  readonly execution_id: string;
  readonly line: string | null;
}

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
      const { rows } = await client.query<ExportedLog>(`fetch ${linesAtATime} from exported`);
      if (rows.length === 0) break;
      const small = rows.flatMap(({ line }) => (line === null ? [] : [`${line}\n`]));
      await file.appendFile(small.join(''));
      for (const { execution_id: id, line } of rows)
        if (line === null) await writeLarge({ client, bucket, file }, id);
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

async function writeLarge(exported: Exported, executionId: string): Promise<void> {
  const { client, bucket, file } = exported;
  const { rows } = await client.query<{ line: string }>(exportHeadSql(bucket), [executionId]);
  const head = rows[0]?.line.slice(0, -1) ?? '{';
  await file.appendFile(`${head}, "blocks": `);
  await writeRows(exported, exportRowsSql('block_execution', bucket), executionId);
  await file.appendFile(', "attempts": ');
  await writeRows(exported, exportRowsSql('block_attempt', bucket), executionId);
  await file.appendFile('}\n');
}

/** Writes a JSON array, or null when there are no rows. */
async function writeRows({ client, file }: Exported, sql: string, id: string): Promise<void> {
  await client.query(`declare rows_of_one cursor for ${sql}`, [id]);
  let before = '[';
  for (;;) {
    const fetched = await client.query<{ line: string }>(`fetch ${rowsAtATime} from rows_of_one`);
    if (fetched.rows.length === 0) break;
    await file.appendFile(before + fetched.rows.map(({ line }) => line).join(','));
    before = ',';
  }
  await client.query('close rows_of_one');
  await file.appendFile(before === '[' ? 'null' : ']');
}
