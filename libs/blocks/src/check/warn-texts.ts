/** Warns of names that references read as something else, and of texts that are no references. */
import {
  normalizeName,
  parseText,
  workspaceName,
  type BlockDefinition,
  type WorkflowDefinition,
} from '@libs/workflow';
import type { ProblemList } from './problem-list.js';

/** Characters between two rounds of the event loop. */
const lengthPerStep = 256 * 1_024;

const hiding: Readonly<Record<string, string>> = {
  variable:
    '<variable.x> is a variable of the workflow, so the output of this block is out of reach',
  loop: 'in the body of a loop, <loop.x> is the iteration and not this block',
  parallel: 'in the body of a parallel, <parallel.x> is the iteration and not this block',
  env: '<env.X> is this block, which hides the variables of the workspace',
  tool: 'in a block that an agent uses as a tool, <tool.x> is an argument and not this block',
};

function warnOfName(block: BlockDefinition, list: ProblemList): void {
  const name = normalizeName(block.name);
  // A loop named "loop" has the same values under both meanings.
  if (!Object.hasOwn(hiding, name) || block.type === name) return;
  const message = `The name "${block.name}" has another meaning: ${hiding[name] ?? ''}. Rename the block`;
  list.warn(block, { code: 'HIDDEN_NAME', field: 'name', message });
}

/** A `<name` that continues like a path, up to its bracket. Backslashes are looked for later. */
const nearReference = /<([A-Za-z_][A-Za-z0-9_ -]*)([.[][^\s<>|&=;(){}]*)>/g;

/** Braces around something that is nearly the name of a secret. */
const nearSecret = /\{\{\s*([A-Za-z0-9_-][A-Za-z0-9_ -]{0,127})\}\}/g;

function adviceOn(path: string): string {
  if (/\[-\d+\]/.test(path))
    return 'Indexes count from 0. Use a function block to count from the end';
  return 'After a dot, names have letters A-Z, digits, _, $ and -. Write others in brackets: ["é"]';
}

class TextWarnings {
  readonly #names: ReadonlySet<string>;
  #length = 0;

  constructor(
    definition: WorkflowDefinition,
    private readonly list: ProblemList,
  ) {
    this.#names = new Set(definition.blocks.map(({ name }) => normalizeName(name)));
    this.#names = new Set([...this.#names, 'variable', 'env', 'loop', 'parallel', 'tool']);
  }

  *ofValue(block: BlockDefinition, value: unknown, field: string): Generator<void, void, void> {
    if (typeof value === 'string') {
      this.#length += value.length;
      if (this.#length > lengthPerStep) {
        this.#length = 0;
        yield;
      }
      this.#ofText(block, value, field);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        yield* this.ofValue(block, item, `${field}[${index}]`);
    } else if (value !== null && typeof value === 'object') {
      for (const [key, item] of Object.entries(value))
        yield* this.ofValue(block, item, `${field}.${key}`);
    }
  }

  #ofText(block: BlockDefinition, source: string, field: string): void {
    this.#ofReferences(block, source, field);
    for (const { 0: text, 1: name = '', index: offset } of source.matchAll(nearSecret)) {
      if (workspaceName.test(name.trim()) || source[offset - 1] === '\\') continue;
      const message = `${text} names no secret and stays text: names of secrets have letters A-Z, digits and _, and begin with no digit`;
      const span = { offset, length: text.length };
      this.list.warn(block, { code: 'NOT_A_REFERENCE', message, field, source, span });
    }
  }

  #ofReferences(block: BlockDefinition, source: string, field: string): void {
    for (const match of source.matchAll(nearReference)) {
      const [text, name = '', path = ''] = match;
      const { index: offset } = match;
      if (!this.#names.has(normalizeName(name))) continue;
      const isReference = parseText(text, () => true)[0]?.kind === 'reference';
      const place = { field, source, span: { offset, length: text.length } };
      if (!isReference) {
        const message = `${text.slice(0, 100)} is no reference and stays text. ${adviceOn(path)}`;
        this.list.warn(block, { code: 'NOT_A_REFERENCE', message, ...place });
      } else if (source.slice(Math.max(0, offset - 2), offset) === '\\\\') {
        const message = `The backslash before ${text.slice(0, 100)} makes it text, also after another backslash. To write a backslash before a value, put the backslash into a variable`;
        this.list.warn(block, { code: 'NOT_A_REFERENCE', message, ...place });
      }
    }
  }
}

/** Yields where other work may run in between. */
export function* warnOfTexts(
  definition: WorkflowDefinition,
  list: ProblemList,
): Generator<void, void, void> {
  const warnings = new TextWarnings(definition, list);
  for (const block of definition.blocks) {
    warnOfName(block, list);
    yield* warnings.ofValue(block, block.config, 'config');
  }
}
