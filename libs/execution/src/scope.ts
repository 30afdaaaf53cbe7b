/**
 * Where references find their values: recorded outputs, parsed from the very text that is in the ledger, so that a live run
 * and a replay see the same. Resolved secrets are remembered, to be scrubbed from what the block gives back.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import { follow, type Scope } from '@libs/workflow';
import type { ExecutionHistory, RecordedResult } from './history.js';

/** A workspace has no secret with this name. */
export class UnknownSecretError extends Error {
  override readonly name = 'UnknownSecretError';
  constructor(readonly secretName: string) {
    super(`This workspace has no secret "${secretName}"`);
  }
}

/** Decrypted values an execution may use; empty for most. */
export interface SecretValues {
  readonly byName: ReadonlyMap<string, string>;
  /** Decrypts a `{ "$encrypted": … }` field of the trigger's input. */
  reveal(sealed: string): string;
}

/** Marks a field of the trigger's input that is encrypted with the workspace's key. */
export const encryptedField = '$encrypted';

/** Purpose under which such fields are sealed; part of their encryption, so never changed. */
export const triggerHeaderPurpose = 'trigger-header';

export interface ExecutionScope extends Scope {
  /** Clear-text values that were handed out. */
  readonly revealed: ReadonlySet<string>;
}

/** `<block.error>` of a block that failed, where its type has none of its own. */
function withError(output: unknown, error: RecordedResult['error']): unknown {
  if (error === null) return output;
  const fields = output !== null && typeof output === 'object' ? output : {};
  if (Object.hasOwn(fields, 'error')) return output;
  return { ...fields, error: { code: error.code, message: error.message } };
}

/** The latest in ledger order: live and in a replay it is the same one. */
function lastAssignment(
  { assigners }: CompiledWorkflow,
  history: ExecutionHistory,
  name: string,
): { readonly result: RecordedResult; readonly output: string } | null {
  const outputs = assigners.get(name);
  if (outputs === undefined) return null;
  let last: { readonly result: RecordedResult; readonly output: string } | null = null;
  for (const result of history.results.values()) {
    const output = outputs.get(result.blockId);
    if (output !== undefined && result.error === null) last = { result, output };
  }
  return last;
}

export function createScope(
  workflow: CompiledWorkflow,
  history: ExecutionHistory,
  secrets: SecretValues,
): ExecutionScope {
  const parsed = new Map<string, unknown>();
  const revealed = new Set<string>();
  const triggerId = workflow.definition.blocks[workflow.triggerIndex]?.id;

  function reveal(value: unknown): unknown {
    if (value === null || typeof value !== 'object') return value;
    if (Object.hasOwn(value, encryptedField)) {
      const clear = secrets.reveal(String((value as Record<string, unknown>)[encryptedField]));
      revealed.add(clear);
      return clear;
    }
    if (Array.isArray(value)) return value.map(reveal);
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, reveal(field)]));
  }

  function outputOf(blockId: string): unknown {
    if (parsed.has(blockId)) return parsed.get(blockId);
    const text =
      blockId === triggerId ? history.started?.input : history.results.get(blockId)?.outputText;
    if (text === undefined) return null;
    const value = withError(JSON.parse(text), history.results.get(blockId)?.error ?? null);
    parsed.set(blockId, value);
    return value;
  }

  return {
    revealed,
    block: (blockId, path) => {
      const value = follow(outputOf(blockId), path);
      // Only the trigger's headers hold encrypted fields: nothing else pays for the walk.
      return blockId === triggerId && (path.length === 0 || path[0] === 'headers')
        ? reveal(value)
        : value;
    },
    variable: (name, path) => {
      const assigned = lastAssignment(workflow, history, name);
      if (assigned === null) return follow(workflow.definition.variables[name], path);
      return follow(JSON.parse(assigned.result.outputText), [assigned.output, ...path]);
    },
    secret: (name) => {
      const value = secrets.byName.get(name);
      if (value === undefined) throw new UnknownSecretError(name);
      revealed.add(value);
      return value;
    },
  };
}

const mask = '***';
/** Shorter values would blot out ordinary text. */
const shortestScrubbed = 4;

/** How a secret may stand in a JSON text: escaped, URL-encoded, or without the scheme of its header. */
export function secretForms(value: string): ReadonlySet<string> {
  if (value.length < shortestScrubbed) return new Set();
  const forms = new Set([JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]);
  const credential = /^(?:Bearer|Basic)\s+(\S{4,})$/i.exec(value)?.[1];
  if (credential !== undefined) forms.add(JSON.stringify(credential).slice(1, -1));
  return forms;
}

/** Replaces every clear-text secret in a JSON text, also where it stands escaped or URL-encoded. */
export function scrub(text: string, revealed: ReadonlySet<string>): string {
  let result = text;
  for (const value of revealed) {
    for (const form of secretForms(value)) result = result.replaceAll(form, mask);
  }
  return result;
}
