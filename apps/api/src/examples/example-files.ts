/**
 * The workflows of examples/, which the build copies beside the compiled apps. They are read on
 * first use, and never change while a process runs.
 */
import { checkDefinition, secretUses } from '@libs/blocks';
import { Injectable } from '@nestjs/common';
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { ExampleView } from './example.schemas.js';

/** Beside the compiled apps. Jest runs the sources. */
const folders = ['../../../../examples/', '../../../../../examples/'].map(
  (path) => new URL(path, import.meta.url),
);
const extension = /\.(json|ya?ml)$/;

interface WorkflowFile {
  readonly name: string;
  readonly description?: string;
  readonly definition: object;
  readonly tests?: readonly object[];
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

async function readExample(folder: URL, file: string): Promise<ExampleView> {
  const text = await readFile(new URL(file, folder), 'utf8');
  // JSON is YAML too.
  const { name: title, description = '', definition, tests = [] } = parse(text) as WorkflowFile;
  const checked = checkDefinition(definition);
  return {
    name: file.replace(extension, ''),
    ...{ title, description, definition, tests: [...tests] },
    blocks: checked.definition?.blocks.length ?? 0,
    needs: {
      secrets: sorted(secretUses(checked).map(({ name }) => name)),
      variables: sorted(checked.names.environment.map(({ name }) => name)),
    },
  };
}

/** @throws when they were not built */
async function read(): Promise<readonly ExampleView[]> {
  for (const folder of folders) {
    const names = await readdir(folder).catch((): string[] => []);
    const files = names.filter((name) => extension.test(name));
    if (files.length === 0) continue;
    const examples = await Promise.all(files.map((file) => readExample(folder, file)));
    return examples.sort((a, b) => a.blocks - b.blocks || a.name.localeCompare(b.name, 'en'));
  }
  throw new Error('The examples are missing: run `npm run build`');
}

@Injectable()
export class ExampleFiles {
  #examples: Promise<readonly ExampleView[]> | null = null;

  /** The smallest first. @throws when they were not built; the next call looks again */
  all(): Promise<readonly ExampleView[]> {
    this.#examples ??= read().catch((error: unknown) => {
      this.#examples = null;
      throw error;
    });
    return this.#examples;
  }
}
