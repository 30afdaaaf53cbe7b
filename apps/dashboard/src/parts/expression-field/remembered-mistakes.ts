/** Mistakes of texts that are drawn again and again: to find them compares names. */
import { type Mistake, mistakesIn } from '../../core/completion/field-references.js';
import type { Scope } from '../../core/completion/scope.js';

const found = new WeakMap<Scope, Map<string, readonly Mistake[]>>();
const mostTexts = 500;

export function mistakesOf(text: string, scope: Scope, isJson: boolean): readonly Mistake[] {
  const texts = found.get(scope) ?? new Map<string, readonly Mistake[]>();
  found.set(scope, texts);
  const key = `${isJson ? 'json' : 'text'} ${text}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const mistakes = mistakesIn(text, scope, isJson);
  if (texts.size >= mostTexts) texts.clear();
  texts.set(key, mistakes);
  return mistakes;
}
