/** Paths in a JSON document, as a person reads them and as a block refers to them. */
const plain = /^[A-Za-z0-9_$-]+$/;

/** Null: no reference can name this field. */
function stepText(step: string | number): string | null {
  if (typeof step === 'number') return `[${step}]`;
  if (plain.test(step)) return `.${step}`;
  if (!/["\]]/.test(step)) return `["${step}"]`;
  return /['\]]/.test(step) ? null : `['${step}']`;
}

/** `data.items[0].id`; `$` is the whole document. */
export function pathText(path: readonly (string | number)[]): string {
  if (path.length === 0) return '$';
  const text = path.map((step) => stepText(step) ?? `[${JSON.stringify(step)}]`).join('');
  return text.startsWith('.') ? text.slice(1) : text;
}

/**
 * `<charge.data.items[0].id>`, as libs/workflow reads it; null when no reference can name it.
 * @param block its name in the compared form
 */
export function referenceTo(block: string, path: readonly (string | number)[]): string | null {
  const steps = path.map(stepText);
  return steps.includes(null) ? null : `<${block}${steps.join('')}>`;
}
