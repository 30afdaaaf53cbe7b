/**
 * Cuts JavaScript into coloured pieces, line by line. Total: what it does not know stays plain, and
 * nothing is lost. It colours and does not parse: a template is one text, with what stands in it.
 */
interface CodeToken {
  readonly kind: 'key' | 'string' | 'number' | 'comment';
  readonly start: number;
  readonly end: number;
}

/** Before the first character of a line. */
export type CodeState = 'code' | 'comment' | 'template';

interface ReadLine {
  readonly tokens: readonly CodeToken[];
  readonly state: CodeState;
}

const words =
  'async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|false|' +
  'finally|for|function|if|import|in|instanceof|let|new|null|of|return|static|super|switch|this|' +
  'throw|true|try|typeof|undefined|var|void|while|with|yield';
const comment = String.raw`(?<comment>\/\/.*|\/\*)`;
/** A slash after a value divides; elsewhere it begins a pattern. */
const pattern = String.raw`\/(?<=(?:^|[(,=:[!&|?{};+]|\breturn)\s*\/)(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?`;
const rest = String.raw`(?<key>(?<![\w$.])(?:${words})(?![\w$]))|(?<number>(?<![\w$])\d[\w.]*)`;
const token = new RegExp(`${comment}|(?<string>${pattern}|${quoted})|(?<template>\`)|${rest}`, 'g');

const ends: Readonly<Record<Exclude<CodeState, 'code'>, RegExp>> = {
  comment: /\*\//g,
  template: /`/g,
};

/** To the end of what is open, or of the line. */
function closing(line: string, from: number, open: Exclude<CodeState, 'code'>): number | null {
  const end = ends[open];
  end.lastIndex = from;
  for (let match = end.exec(line); match !== null; match = end.exec(line)) {
    let slashes = 0;
    while (line[match.index - 1 - slashes] === '\\' && match.index - 1 - slashes >= from)
      slashes += 1;
    if (open === 'comment' || slashes % 2 === 0) return end.lastIndex;
  }
  return null;
}

export function codeTokens(line: string, before: CodeState): ReadLine {
  const tokens: CodeToken[] = [];
  let [at, state] = [0, before];
  /** @param start of what is open @param from where its end may be */
  const close = (open: Exclude<CodeState, 'code'>, start: number, from: number): void => {
    const end = closing(line, from, open);
    const stop = end ?? line.length;
    if (stop > start)
      tokens.push({ kind: open === 'comment' ? 'comment' : 'string', start, end: stop });
    state = end === null ? open : 'code';
    at = stop;
  };
  if (state !== 'code') close(state, 0, 0);
  while (state === 'code') {
    token.lastIndex = at;
    const match = token.exec(line);
    if (match === null) break;
    const [text] = match;
    const start = match.index;
    if (text === '/*') close('comment', start, start + 2);
    else if (text === '`') close('template', start, start + 1);
    else {
      at = start + text.length;
      tokens.push({ kind: kindOf(match.groups), start, end: at });
    }
  }
  return { tokens, state };
}

function kindOf(groups: Readonly<Record<string, string | undefined>> | undefined) {
  if (groups?.['key'] !== undefined) return 'key';
  if (groups?.['number'] !== undefined) return 'number';
  return groups?.['comment'] === undefined ? 'string' : 'comment';
}
