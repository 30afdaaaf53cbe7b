/** Reads words as options and addresses, in the way of curl: `-sXPOST` is `-s -X POST`. */
import { type CurlOption, type CurlRule, optionNamed, optionOfLetter } from './options.js';
import type { CurlProblems, Place } from './problem.js';
import type { Word } from './words.js';

export interface CurlArgument extends Place {
  readonly rule: CurlRule;
  /** As typed. */
  readonly name: string;
  /** Empty for a flag. */
  readonly value: string;
}

interface Found {
  readonly name: string;
  readonly option: CurlOption | undefined;
  /** The rest of the word, for a letter. */
  readonly attached: string;
}

function lettersOf(text: string): Found[] {
  const found: Found[] = [];
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const option = optionOfLetter(letter);
    const takesRest = option?.takesValue === true;
    found.push({ name: `-${letter}`, option, attached: takesRest ? text.slice(at + 1) : '' });
    // What follows an unknown letter may be its value.
    if (takesRest || option === undefined) break;
  }
  return found;
}

const optionsIn = (text: string): Found[] =>
  text.startsWith('--')
    ? [{ name: text, option: optionNamed(text.slice(2)), attached: '' }]
    : lettersOf(text);

const isOption = (text: string): boolean => text.startsWith('-') && text !== '-';

export function argumentsOf(words: readonly Word[], problems: CurlProblems): CurlArgument[] {
  const found: CurlArgument[] = [];
  const waiting = words[Symbol.iterator]();
  let onlyAddresses = false;
  for (const word of waiting) {
    if (word.text === '--' && !onlyAddresses) {
      onlyAddresses = true;
      continue;
    }
    if (onlyAddresses || !isOption(word.text)) {
      found.push({ rule: 'url', name: '', value: word.text, from: word.from, to: word.to });
      continue;
    }
    for (const { name, option, attached } of optionsIn(word.text)) {
      if (option === undefined) {
        problems.add('unknownOption', word.text.startsWith('--') ? name : word.text, word);
        continue;
      }
      let [value, to] = [attached, word.to];
      if (option.takesValue && attached === '') {
        const next = waiting.next();
        if (next.done === true) {
          problems.add('missingValue', name, word);
          continue;
        }
        [value, to] = [next.value.text, next.value.to];
      }
      if (option.rule === 'lost') problems.add('notTaken', name, { from: word.from, to });
      else if (option.rule !== 'output')
        found.push({ rule: option.rule, name, value, from: word.from, to });
    }
  }
  return found;
}
