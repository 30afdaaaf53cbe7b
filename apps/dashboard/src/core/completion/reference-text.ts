/** Writes references so that the grammar of libs/workflow reads them back. */
import { normalizeName } from '@libs/workflow';

export type Step = string | number;

const writable = /^[a-z_][a-z0-9_-]*$/;
const plain = /^[A-Za-z0-9_$-]+$/;
/** A reference stands in one line, and its brackets end it. */
const unwritable = /[\p{Cc}\u2028\u2029<>\]]/u;

/** Null: no reference can name a block with this name. */
export function referenceName(name: string): string | null {
  const normalized = normalizeName(name);
  return writable.test(normalized) ? normalized : null;
}

/**
 * Null: no reference can name this step.
 * @param isInJson in the string of a JSON text, which escapes double quotes and backslashes
 */
export function stepText(step: Step, isInJson = false): string | null {
  if (typeof step === 'number') return `[${step}]`;
  if (plain.test(step)) return `.${step}`;
  if (unwritable.test(step) || (isInJson && step.includes('\\'))) return null;
  if (isInJson) return /['"]/.test(step) ? null : `['${step}']`;
  if (!step.includes('"')) return `["${step}"]`;
  return step.includes("'") ? null : `['${step}']`;
}

/** `.data.items[0]`; null: no reference can name it. */
export function stepsText(steps: readonly Step[], isInJson = false): string | null {
  const texts = steps.map((step) => stepText(step, isInJson));
  return texts.includes(null) ? null : texts.join('');
}

const segment = /\.([A-Za-z0-9_$-]+)|\[(\d+)\]|\["([^"\]]*)"\]|\['([^'\]]*)'\]/y;

/** The whole steps at the beginning of a path, and what follows them. */
export function readSteps(path: string): { steps: Step[]; end: number } {
  const steps: Step[] = [];
  segment.lastIndex = 0;
  let end = 0;
  for (let match = segment.exec(path); match !== null; match = segment.exec(path)) {
    const [text, name, index, double, single] = match;
    steps.push(index === undefined ? (name ?? double ?? single ?? '') : Number(index));
    end += text.length;
  }
  return { steps, end };
}

/** Of a declared output: `data.items[0]`. Null: it is no path. */
export function stepsOf(path: string): Step[] | null {
  const text = /^[.[]/.test(path) ? path : `.${path}`;
  const { steps, end } = readSteps(text);
  return end === text.length ? steps : plain.test(path) ? [path] : null;
}
