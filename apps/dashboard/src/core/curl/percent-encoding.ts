/** Percent-encoding that leaves `{{NAME}}` readable: the block puts the secret's value there. */
export interface Pair {
  readonly key: string;
  readonly value: string;
}

const secretPattern = /(\{\{[A-Za-z_]\w*\}\})/;

/** Everything but unreserved characters, as curl does it. Half a surrogate pair becomes U+FFFD. */
const encodePlain = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const encodeText = (text: string): string =>
  text
    .split(secretPattern)
    .map((part, index) => (index % 2 === 1 ? part : encodePlain(part)))
    .join('');

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** As the block writes the value again: with `%20` in a query, with `+` in a form. */
export type Writing = 'query' | 'form';

const written = (text: string, writing: Writing): string =>
  writing === 'query' ? encodeQueryText(text) : encodeFormText(text);

/** As `encodeURIComponent`, which builds the query of a block. */
const encodeQueryText = (text: string): string =>
  text
    .split(secretPattern)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');

/** As `URLSearchParams`, which builds the form of a block. */
const encodeFormText = (text: string): string =>
  text
    .split(secretPattern)
    .map((part, index) =>
      index % 2 === 1 ? part : new URLSearchParams([['', part]]).toString().slice(1),
    )
    .join('');

const readable = (text: string, writing: Writing): string | null =>
  decoded(writing === 'form' ? text.replaceAll('+', ' ') : text);

/** More pairs than a block takes. */
const maxPairs = 500;

/** Null unless the block would write exactly the same text from these pairs. */
export function pairsOf(text: string, writing: Writing): readonly Pair[] | null {
  const pieces = text.split('&');
  if (pieces.length > maxPairs) return null;
  const pairs: Pair[] = [];
  for (const piece of pieces) {
    const at = piece.indexOf('=');
    const key = readable(piece.slice(0, at), writing);
    const value = readable(piece.slice(at + 1), writing);
    if (at < 1 || key === null || value === null) return null;
    if (`${written(key, writing)}=${written(value, writing)}` !== piece) return null;
    pairs.push({ key, value });
  }
  return pairs;
}
