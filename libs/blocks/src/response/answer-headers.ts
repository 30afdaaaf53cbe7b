/**
 * The rule for headers of a workflow's answer: the names that an author may set, the values that
 * HTTP can carry, and their total size. Pure. Applied on save, when the `response` block runs, and
 * at the HTTP edge. The edge covers answers of versions that were saved before the rule existed.
 */

export interface AnswerHeader {
  readonly key: string;
  readonly value: string;
}

export interface RefusedHeader {
  readonly key: string;
  /** Continues a sentence that names the header. */
  readonly reason: string;
}

export const maxAnswerHeaders = 100;
/** Names and values. Clients built on Node.js refuse larger header blocks. */
export const maxAnswerHeadersBytes = 16 * 1024;

const listHeaders = [
  'cache-control',
  'content-language',
  'link',
  'vary',
  'www-authenticate',
] as const;
const singleHeaders = [
  'content-disposition',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
] as const;
const named: ReadonlySet<string> = new Set([...listHeaders, ...singleHeaders]);
const single: ReadonlySet<string> = new Set(singleHeaders);

/** Set by the service itself on every answer, or on some. */
const ours =
  /^x-(?:execution-id|request-id|ratelimit-.*|frame-options|content-type-options|dns-prefetch-control|download-options|permitted-cross-domain-policies|xss-protection)$/;
/** Proxies obey these: they send a file, fetch another URL, or stop using this server. */
const proxyInstructions =
  /^x-(?:accel|archive|envoy|forwarded|lighttpd|litespeed|reproxy|sendfile|real-ip)(?:-.*)?$/;

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** The characters that Node.js refuses in a header value. */
const forbiddenCharacter = /[^\t\x20-\x7e\x80-\xff]/u;

const allowedNames = `${[...named].sort().join(', ')} and x-*`;

/** Why an author may not set a header of this name; null when it is allowed. */
export function refusedName(key: string): string | null {
  if (!token.test(key)) return 'is not an HTTP header name';
  const name = key.toLowerCase();
  if (named.has(name)) return null;
  if (!name.startsWith('x-')) return `cannot be set by a workflow. Allowed: ${allowedNames}`;
  if (ours.test(name)) return 'is set by the service; choose another name';
  if (proxyInstructions.test(name))
    return 'controls proxies, so a workflow cannot set it; choose another name';
  return null;
}

/** Why HTTP can not carry this value, or null. The value is not repeated: it may be secret. */
export function refusedValue(value: string): string | null {
  const found = forbiddenCharacter.exec(value);
  if (found === null) return null;
  const codePoint = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return (
    `has the character U+${codePoint} at position ${found.index + 1}; a header takes U+0020 to U+00FF ` +
    'without control characters. Encode it, e.g. with encodeURIComponent in a function block'
  );
}

const tooLarge = `makes all headers larger than ${maxAnswerHeadersBytes} bytes (names and values); shorten it`;
const tooMany = `is over the limit of ${maxAnswerHeaders} headers; remove some`;

interface Judged {
  readonly sent: readonly AnswerHeader[];
  /** Headers whose names are not allowed. */
  readonly names: readonly RefusedHeader[];
  /** Headers whose values can not be sent, or that exceed the size or the count. */
  readonly values: readonly RefusedHeader[];
}

/** Sorts headers into sent and refused ones. The size counts only headers that are sent. */
export function judgeHeaders(headers: readonly AnswerHeader[]): Judged {
  const sent: AnswerHeader[] = [];
  const names: RefusedHeader[] = [];
  const values: RefusedHeader[] = [];
  let sizeBytes = 0;
  for (const { key, value } of headers) {
    const wrongName = refusedName(key);
    if (wrongName !== null) {
      names.push({ key, reason: wrongName });
      continue;
    }
    const size = key.length + value.length;
    // Size first: a value is searched only once it is known to be short.
    const wrongValue =
      sizeBytes + size > maxAnswerHeadersBytes
        ? tooLarge
        : sent.length >= maxAnswerHeaders
          ? tooMany
          : refusedValue(value);
    if (wrongValue !== null) {
      values.push({ key, reason: wrongValue });
      continue;
    }
    sizeBytes += size;
    sent.push({ key, value });
  }
  return { sent, names, values };
}

/** By lower-case name. The last one wins for a header that may occur only once. */
export function headersByName(
  headers: readonly AnswerHeader[],
): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const { key, value } of headers) {
    const name = key.toLowerCase();
    const values = byName.get(name);
    if (values === undefined || single.has(name)) byName.set(name, [value]);
    else values.push(value);
  }
  return byName;
}

export interface HeaderProblem {
  readonly index: number;
  readonly field: 'key' | 'value';
  readonly message: string;
}

/** True for text without references: its value is known before a run. */
const isLiteral = (text: string): boolean => !text.includes('<') && !text.includes('{{');

/** The problems that make a save fail, by the header's index in the list. */
export function headerProblems(headers: readonly AnswerHeader[]): HeaderProblem[] {
  const problems: HeaderProblem[] = [];
  const seen = new Set<string>();
  let sizeBytes = 0;
  for (const [index, { key, value }] of headers.entries()) {
    const name = key.toLowerCase();
    const report = (field: HeaderProblem['field'], reason: string): void => {
      problems.push({ index, field, message: `The header "${key.slice(0, 100)}" ${reason}` });
    };
    const wrongName = refusedName(key);
    if (wrongName !== null) report('key', wrongName);
    else if (single.has(name) && seen.has(name)) report('key', 'is set twice; remove one');
    seen.add(name);
    const wrongValue = refusedValue(joinedLines(value));
    if (wrongValue !== null) report('value', wrongValue);
    if (!isLiteral(value)) continue;
    sizeBytes += key.length + value.length;
    if (sizeBytes > maxAnswerHeadersBytes) {
      report('value', tooLarge);
      break;
    }
  }
  return problems;
}

/** A line break would begin another header, and authors write long values over several lines. */
export const joinedLines = (value: string): string => value.replace(/[\r\n]+/g, ' ');
