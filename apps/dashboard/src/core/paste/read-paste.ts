/**
 * What a pasted text is. Total: any text gives an answer. Blocks and calls become a command;
 * whole workflows are offered to the import, which reports what becomes of them.
 */
import { type CurlConfig, readCurl } from '../curl/curl.js';
import { type CurlProblem, severityOf } from '../curl/problem.js';
import { fieldsOf, itemsOf, kindOfValue, rawOf } from '../edit/text/json-value.js';
import { WorkflowText } from '../edit/text/workflow-text.js';
import { copyVersion } from './copied-blocks.js';

export type Paste =
  /** Nothing that belongs on a canvas. */
  | { readonly kind: 'nothing' }
  /** A call that can't be taken, and why. */
  | { readonly kind: 'badCurl'; readonly problems: readonly CurlProblem[] }
  | {
      readonly kind: 'curl';
      readonly config: CurlConfig;
      /** Warnings and notes. */
      readonly problems: readonly CurlProblem[];
    }
  | { readonly kind: 'blocks'; readonly document: WorkflowText }
  /** Copied by a newer dashboard. */
  | { readonly kind: 'newerCopy' }
  | { readonly kind: 'workflow'; readonly format: PastedFormat; readonly text: string };

/** `definition`: blocks and edges. `file`: with a name around them. `sim`: an export of Sim. */
export type PastedFormat = 'definition' | 'file' | 'sim' | 'yaml';

/** Larger texts are files: the import takes them. */
const maxPasteLength = 5 * 1_024 * 1_024;

const isCurl = (text: string): boolean =>
  /^\s*(?:[$%]\s+|(?:sudo|time)\s+|[A-Za-z_]\w*=\S*\s+)*(?:\S*[/\\])?curl(?:\.exe)?\s/i.test(text);

function readCall(text: string): Paste {
  const { config, problems } = readCurl(text);
  if (config !== null) return { kind: 'curl', config, problems };
  return {
    kind: 'badCurl',
    problems: problems.filter((problem) => severityOf(problem) === 'error'),
  };
}

/** Blocks by id are Sim's; ours are a list. */
function formatOf(document: WorkflowText): PastedFormat | null {
  const { fields, list } = document.outline;
  if (list !== null) return 'definition';
  const root = fieldsOf(document.root);
  const definition = root.get('definition');
  if (definition !== undefined && fieldsOf(definition).has('blocks')) return 'file';
  const state = root.get('state');
  const blocks = state === undefined ? root.get('blocks') : fieldsOf(state).get('blocks');
  return fields.size > 0 && blocks !== undefined && kindOfValue(blocks) === 'object' ? 'sim' : null;
}

function readJsonPaste(document: WorkflowText, text: string): Paste {
  const root = fieldsOf(document.root);
  const version = root.get('flowledger');
  if (version !== undefined && document.outline.list !== null) {
    if (rawOf(version) !== String(copyVersion)) return { kind: 'newerCopy' };
    const blocks = root.get('blocks');
    const isEmpty = blocks === undefined || itemsOf(blocks).length === 0;
    return isEmpty ? { kind: 'nothing' } : { kind: 'blocks', document };
  }
  const format = formatOf(document);
  return format === null ? { kind: 'nothing' } : { kind: 'workflow', format, text };
}

/** Two fields of a workflow at the beginning of lines, one of them its blocks. */
const isYaml = (text: string): boolean =>
  /^\s*blocks:/m.test(text) && /^\s*(?:definition|edges|name|variables):/m.test(text);

export function readPaste(text: string): Paste {
  if (text.length > maxPasteLength) return { kind: 'nothing' };
  if (isCurl(text)) return readCall(text.trim());
  const document = WorkflowText.read(text.trim());
  if (document !== null) return readJsonPaste(document, text.trim());
  return isYaml(text) ? { kind: 'workflow', format: 'yaml', text } : { kind: 'nothing' };
}
