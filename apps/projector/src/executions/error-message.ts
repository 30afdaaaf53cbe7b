/**
 * The message of an error without what differs from one execution to the next, so that equal
 * failures have equal texts. One pass each, without backtracking: time grows with the length only.
 */

/** Characters that are looked at. */
const readCharacters = 2_000;
const keptCharacters = 200;

/** An apostrophe within a word opens no quote. */
const quoted = /"[^"]*"|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'/gu;
const url = /https?:\/\/\S*/giu;
/** A word, with the marks that ids, hosts, times and numbers have inside. */
const token = /[\p{L}\p{N}_.:-]+/gu;
const number = /\p{N}+/gu;
const longId = 12;

/** Letters on both sides of a dot: `api.example.com`, and not `Failed.` or `4.2`. */
const isHost = (word: string): boolean => /\p{L}\.\p{L}/u.test(word);

function shownToken(word: string): string {
  if (isHost(word)) return '<host>';
  if (!/\p{N}/u.test(word)) return word;
  return word.length >= longId ? '<id>' : word.replace(number, '<n>');
}

/** @returns at most 200 characters */
export const normalisedMessage = (message: string): string =>
  message
    .slice(0, readCharacters)
    .replace(quoted, '<text>')
    .replace(url, '<url>')
    .replace(token, shownToken)
    .replace(/\s+/gu, ' ')
    .slice(0, keptCharacters)
    .toWellFormed();
