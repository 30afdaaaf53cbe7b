/** What a pasted workflow would become, before the draft changes. */
import { definitionTextIn, definitionTextOf } from '../../core/import/pasted-definition.js';
import { readSimFile } from '../../core/import/sim-file.js';
import type { PastedFormat } from '../../core/paste/read-paste.js';
import { call } from '../../data/ask.js';
import { importFromSim, type ImportReport } from '../../data/start.queries.js';

export interface PastedWorkflow {
  /** For `replaceText`. */
  readonly text: string;
  readonly blockCount: number;
  /** Of an export of Sim: what became of its blocks. */
  readonly report: ImportReport['report'];
  readonly problems: readonly Readonly<Record<string, unknown>>[];
}

/** Loaded when YAML is pasted. */
async function textOfYaml(text: string): Promise<string | null> {
  const { parse } = await import('yaml');
  try {
    return definitionTextOf(parse(text));
  } catch {
    return null;
  }
}

const blockCountIn = (definition: unknown): number =>
  typeof definition === 'object' &&
  definition !== null &&
  'blocks' in definition &&
  Array.isArray(definition.blocks)
    ? definition.blocks.length
    : 0;

async function checked(workspaceId: string, text: string): Promise<PastedWorkflow> {
  const definition: unknown = JSON.parse(text);
  const { data } = await call(workspaceId, 'checkWorkflow', { body: { definition } });
  return { text, blockCount: blockCountIn(definition), report: [], problems: data.problems };
}

/** Null: there is no workflow in it. */
export async function readPasted(
  workspaceId: string,
  format: PastedFormat,
  source: string,
): Promise<PastedWorkflow | null> {
  if (format === 'sim') {
    const file = readSimFile('', source, 'Sim');
    if (file === null) return null;
    const { data } = await importFromSim(workspaceId, file, true);
    const { definition, report, problems } = data;
    const text = JSON.stringify(definition, null, 2);
    return { text, blockCount: blockCountIn(definition), report, problems };
  }
  const text = format === 'yaml' ? await textOfYaml(source) : definitionTextIn(format, source);
  return text === null ? null : checked(workspaceId, text);
}
