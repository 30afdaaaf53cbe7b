/** An icon for each kind of value. */
import type { Candidate } from '../../core/completion/candidates.js';
import {
  Box,
  Braces,
  Calendar,
  Hash,
  type IconType,
  KeyRound,
  List,
  Repeat,
  ToggleLeft,
  Type,
  Variable,
} from '../../ui/icon.js';

const ofType: Readonly<Record<string, IconType>> = {
  text: Type,
  string: Type,
  date: Calendar,
  object: Braces,
  list: List,
  array: List,
  boolean: ToggleLeft,
  number: Hash,
};

export function valueIcon({ kind, type }: Pick<Candidate, 'kind' | 'type'>): IconType {
  if (kind === 'block') return Box;
  if (kind === 'secret') return KeyRound;
  return ofType[type] ?? (kind === 'variable' ? Variable : kind === 'iteration' ? Repeat : Braces);
}
