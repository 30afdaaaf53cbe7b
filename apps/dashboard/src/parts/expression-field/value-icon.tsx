/** An icon for each kind of value. */
import type { Candidate } from '../../core/completion/candidates.js';
import {
  Box,
  Braces,
  Calendar,
  Hash,
  KeyRound,
  List,
  Repeat,
  ToggleLeft,
  Type,
  Variable,
} from '../../ui/icon.js';
import { smallIconSize } from '../../ui/icon-size.js';

const icons = {
  block: Box,
  secret: KeyRound,
  variable: Variable,
  iteration: Repeat,
  text: Type,
  string: Type,
  date: Calendar,
  object: Braces,
  list: List,
  array: List,
  boolean: ToggleLeft,
  number: Hash,
} as const;

const isKnown = (name: string): name is keyof typeof icons => Object.hasOwn(icons, name);

function nameOf(kind: Candidate['kind'], type: string): keyof typeof icons {
  if (kind === 'block' || kind === 'secret') return kind;
  if (isKnown(type)) return type;
  return kind === 'output' ? 'object' : kind;
}

export function ValueIcon({ kind, type }: Pick<Candidate, 'kind' | 'type'>) {
  const Icon = icons[nameOf(kind, type)];
  return <Icon {...smallIconSize} />;
}
