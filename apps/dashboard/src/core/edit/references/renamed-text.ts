/**
 * A text after a block got another name: its references follow, and all else means what it meant.
 * A bare `<name>` is a reference only while a block has that name, so text that looks like one gets
 * a backslash, and loses it when the name is free again.
 */
import { normalizeName, parseText } from '@libs/workflow';
import type { Splice } from '../text/splice.js';

export interface Renaming {
  /** As references compare names. */
  readonly before: string;
  readonly after: string;
  /** The new name as its author writes it. */
  readonly name: string;
  /** Names of blocks before the renaming, by which a bare `<name>` is a reference. */
  isBlockName(name: string): boolean;
  /** No other block has the old name. */
  readonly isFreed: boolean;
  /** Whether the old name means the block here: in a body, `<loop.x>` does not mean "Loop". */
  readonly isBlock: boolean;
}

interface Token {
  readonly offset: number;
  readonly name: string;
  readonly isBare: boolean;
  readonly isEscaped: boolean;
}

const bare = /<([A-Za-z_][A-Za-z0-9_ -]*)>/y;

/** References, and bare names after a backslash, which the parser drops. */
function tokensOf(source: string, { after, isBlockName }: Renaming): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const part of parseText(source, (name) => name === after || isBlockName(name))) {
    const { offset } = part;
    if (offset > end) {
      bare.lastIndex = offset;
      const name = bare.exec(source)?.[1];
      if (name !== undefined) tokens.push({ offset, name, isBare: true, isEscaped: true });
    }
    if (part.kind === 'text') {
      end = offset + part.text.length;
      continue;
    }
    end = offset + part.length;
    if (part.kind === 'secret') continue;
    const { name, path } = part.reference;
    tokens.push({ offset, name, isBare: path.length === 0, isEscaped: false });
  }
  return tokens;
}

/** References to the block in a text, in order. */
export const usesIn = (source: string, renaming: Renaming): number =>
  !renaming.isBlock
    ? 0
    : tokensOf(source, renaming).filter(
        ({ name, isEscaped }) => !isEscaped && normalizeName(name) === renaming.before,
      ).length;

/** Splices of the text, in order; empty: nothing changes. */
export function renamedText(source: string, renaming: Renaming): Splice[] {
  const { before, after, name: newName, isBlock } = renaming;
  return tokensOf(source, renaming).flatMap(({ offset, name, isBare, isEscaped }): Splice[] => {
    const normalized = normalizeName(name);
    if (normalized === before) {
      if (isEscaped) return renaming.isFreed ? [{ start: offset - 1, end: offset, text: '' }] : [];
      const start = offset + 1;
      return isBlock ? [{ start, end: start + name.length, text: newName }] : [];
    }
    const isCaught = isBare && normalized === after && !renaming.isBlockName(after);
    return isCaught ? [{ start: offset, end: offset, text: '\\' }] : [];
  });
}
