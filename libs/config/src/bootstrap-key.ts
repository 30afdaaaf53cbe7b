/** A key that an operator chooses. It is stored as a fast hash, so it must be too long to guess. */
import { z } from 'zod';

const neededBits = 128;

/**
 * Upper estimate in bits over the characters that occur, ignoring repeated runs of three and steps
 * (aaa, abc, 987). It knows no words, so the text should be random.
 */
export function estimatedBits(text: string): number {
  const seen = new Set<string>();
  let fresh = 0;
  for (let index = 0; index < text.length; index += 1) {
    const run = text.slice(Math.max(0, index - 2), index + 1);
    const [first = 0, second = 0, third = 0] = Array.from(run, (one) => one.charCodeAt(0));
    const goesOn = run.length === 3 && third - second === second - first;
    if (!goesOn && !(run.length === 3 && seen.has(run))) fresh += 1;
    seen.add(run);
  }
  return Math.floor(fresh * Math.log2(Math.max(1, new Set(text).size)));
}

/** Its strength is checked when it is first stored, so that a key stored before still starts. */
export const bootstrapKey = z
  .string()
  .regex(/^fl_[0-9A-Za-z]{20,200}$/, 'must be fl_ and 20 to 200 letters or digits');

/** The problem of a key that can be guessed, with the remedy; null for any other. */
export function weaknessOfKey(key: string): string | null {
  const [prefix = '', text = ''] = key.split('_');
  const bits = estimatedBits(text);
  if (bits >= neededBits) return null;
  return `can be guessed: it has about ${bits} bits, and ${neededBits} are required. Create one: echo "${prefix}_$(openssl rand -hex 32)"`;
}
