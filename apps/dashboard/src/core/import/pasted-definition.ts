/** The definition in a pasted workflow, byte by byte: numbers of twenty digits stay. */
import { WorkflowText } from '../edit/text/workflow-text.js';

/** Null: there is none. `file`: a workflow as it is kept in git. */
export function definitionTextIn(format: 'definition' | 'file', text: string): string | null {
  const document = WorkflowText.read(text);
  if (document === null) return null;
  if (format === 'definition') return document.outline.list === null ? null : text;
  const range = document.outline.fields.get('definition');
  return range === undefined ? null : text.slice(range.start, range.end);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of YAML that was read, with or without a name around the definition. */
export function definitionTextOf(value: unknown): string | null {
  const definition = isRecord(value) && isRecord(value['definition']) ? value['definition'] : value;
  if (!isRecord(definition) || !Array.isArray(definition['blocks'])) return null;
  return JSON.stringify(definition, null, 2);
}
