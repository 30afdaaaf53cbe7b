/** The headers that curl would send, as a block has them. */
import type { CurlArgument } from './arguments.js';
import type { Pair } from './percent-encoding.js';
import { plainText } from './plain-references.js';
import type { CurlProblems, Place } from './problem.js';

interface Header extends Pair, Place {}

const validName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** The client of a block sets them. */
const own = new Set(
  'content-length transfer-encoding connection host upgrade expect te accept-encoding'.split(' '),
);
const credentialName =
  /^(?:authorization|proxy-authorization|cookie)$|(?:^|[-_])(?:api[-_]?key|apikey|token|secret|password|auth[-_]?key)$/i;

/** The value is in the line itself, and not `Bearer {{NAME}}`. */
const isInTheOpen = (value: string): boolean => value.trim() !== '' && !/\{\{\w+\}\}/.test(value);

export const isCredential = (name: string, value: string): boolean =>
  credentialName.test(name) && isInTheOpen(value);

/** Base64 of UTF-8, for `Basic`. */
const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text.toWellFormed())));

export class CurlHeaders {
  readonly #given: Header[] = [];
  /** Curl leaves out its own headers of these names. */
  readonly #named = new Set<string>();
  readonly #defaults: Header[] = [];

  constructor(private readonly problems: CurlProblems) {}

  /** `Name: value`; `Name:` removes one of curl's own; `Name;` is empty. */
  add({ value, from, to }: CurlArgument): void {
    const place = { from, to };
    const [, name = '', sign = '', rest = ''] = /^([^:;]*)([:;])([^]*)$/.exec(value) ?? [];
    const key = name.trim();
    if (value.startsWith('@')) this.problems.add('file', value, place);
    else if (!validName.test(key)) this.problems.add('badHeader', value, place);
    else {
      this.#named.add(key.toLowerCase());
      const isRemoval = sign === ':' && rest.trim() === '';
      if (isRemoval) return;
      if (own.has(key.toLowerCase())) this.problems.add('ownHeader', key, place);
      else this.#given.push({ key, value: rest.trim(), ...place });
    }
  }

  /** One that curl makes of another option, unless the line has its own. */
  set(key: string, value: string, { from, to }: Place): void {
    this.#defaults.push({ key, value, from, to });
  }

  basic(user: string, place: Place): void {
    if (!user.includes(':')) this.problems.add('noPassword', user, place);
    const pair = user.includes(':') ? user : `${user}:`;
    if (isInTheOpen(user) || user === '') {
      this.set('Authorization', `Basic ${base64(pair)}`, place);
      return;
    }
    // Only the block knows the secret, and it does not encode.
    this.problems.add('basicCredential', 'BASIC_CREDENTIALS', place);
    this.set('Authorization', 'Basic {{BASIC_CREDENTIALS}}', place);
  }

  /** The first value, as curl would send it. */
  valueOf(name: string): string | null {
    const found = this.#all().find(({ key }) => key.toLowerCase() === name);
    return found?.value ?? null;
  }

  list(): readonly Pair[] {
    const all = this.#all();
    for (const { key, value, from, to } of all)
      if (isCredential(key, value)) this.problems.add('credential', key, { from, to });
    return all.map(({ key, value }) => ({ key, value: plainText(value) }));
  }

  #all(): readonly Header[] {
    const defaults = this.#defaults.filter(({ key }) => !this.#named.has(key.toLowerCase()));
    return [...this.#given, ...defaults];
  }
}
