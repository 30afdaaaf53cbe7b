/**
 * Reads a pasted curl line as the configuration of an `api` block. Total: any text gives a result,
 * in linear time. Whatever can't be taken is reported with its place, never dropped silently.
 */
import { argumentsOf, type CurlArgument } from './arguments.js';
import { bodyOf, type BlockBody } from './curl-body.js';
import { CurlData, encodedData } from './curl-data.js';
import { CurlHeaders, isCredential } from './curl-headers.js';
import { type BlockUrl, urlOf } from './curl-url.js';
import type { Pair } from './percent-encoding.js';
import { secretsIn } from './plain-references.js';
import { CurlProblems, type CurlProblem, type Place, severityOf } from './problem.js';
import { type Word, wordsOf } from './words.js';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
type Method = (typeof methods)[number];

/** Of an `api` block. */
export interface CurlConfig {
  readonly method: Method;
  readonly url: string;
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly query?: readonly Pair[];
  readonly headers?: readonly Pair[];
  readonly body?: unknown;
  readonly bodyType?: BlockBody['bodyType'];
  readonly timeoutMs?: number;
}

export interface CurlReading {
  /** Null: an error among the problems says why. */
  readonly config: CurlConfig | null;
  readonly problems: readonly CurlProblem[];
}

/** More than a person pastes. */
export const maxCurlLength = 64 * 1024;

const none: Place = { from: 0, to: 0 };
const sentBody: readonly Method[] = ['POST', 'PUT', 'PATCH'];

/** Prompt and variables before the command. */
const isBefore = ({ text }: Word): boolean => /^(?:[$%]|sudo|time|[A-Za-z_]\w*=.*)$/s.test(text);
const isCurl = (text: string): boolean => /(?:^|[/\\])curl(?:\.exe)?$/i.test(text);

class CurlLine {
  readonly problems = new CurlProblems();
  readonly #headers = new CurlHeaders(this.problems);
  readonly #data = new CurlData(this.problems);
  readonly #urls: CurlArgument[] = [];
  readonly #query: string[] = [];
  readonly #cookies: CurlArgument[] = [];
  readonly #flags = new Set<'get' | 'globoff' | 'json'>();
  #method: CurlArgument | null = null;
  #timeoutMs: number | null = null;

  constructor(private readonly source: string) {}

  read(): CurlConfig | null {
    const words = wordsOf(this.source, this.problems);
    const first = words.findIndex((word) => !isBefore(word));
    const command = words[first];
    if (command === undefined || !isCurl(command.text)) {
      this.problems.add('notCurl', command?.text ?? '', command ?? none);
      return null;
    }
    for (const argument of argumentsOf(words.slice(first + 1), this.problems)) this.#take(argument);
    const url = this.#url(command);
    const method = this.#methodOf();
    if (url === null || method === null) return null;
    return this.#config(url, method);
  }

  #take(argument: CurlArgument): void {
    const { rule, name, value } = argument;
    switch (rule) {
      case 'url':
        this.#urls.push(argument);
        return;
      case 'method':
      case 'head':
        this.#method = rule === 'head' ? { ...argument, value: 'HEAD' } : argument;
        return;
      case 'header':
        this.#headers.add(argument);
        return;
      case 'json':
      case 'data':
      case 'dataRaw':
      case 'dataUrlencode':
        if (rule === 'json') this.#flags.add('json');
        this.#data.add(argument);
        return;
      case 'get':
      case 'globoff':
        this.#flags.add(rule);
        return;
      case 'urlQuery':
        this.#takeQuery(argument);
        return;
      case 'user':
        this.#headers.basic(value, argument);
        return;
      case 'bearer':
        this.#headers.set('Authorization', `Bearer ${value}`, argument);
        return;
      case 'cookie':
        if (value.includes('=')) this.#cookies.push(argument);
        else this.problems.add('file', value, argument);
        return;
      case 'agent':
        if (value !== '') this.#headers.set('User-Agent', value, argument);
        return;
      case 'referer':
        this.#headers.set('Referer', value.replace(/;auto$/, ''), argument);
        return;
      case 'maxTime':
        this.#takeTime(argument);
        return;
      case 'insecure':
        this.problems.add('certificate', name, argument);
        return;
      case 'form':
        this.problems.add('form', name, argument);
        return;
      case 'upload':
        this.problems.add('file', value, argument);
        return;
      case 'config':
        this.problems.add('file', value, argument);
        return;
      case 'next':
        this.problems.add('severalCalls', name, argument);
        return;
    }
  }

  #takeQuery(argument: CurlArgument): void {
    const encoded = argument.value.startsWith('+')
      ? argument.value.slice(1)
      : encodedData(argument.value);
    if (encoded === null) this.problems.add('file', argument.value, argument);
    else this.#query.push(encoded);
  }

  #takeTime(argument: CurlArgument): void {
    const timeoutMs = Math.round(Number(argument.value) * 1_000);
    if (timeoutMs >= 1 && timeoutMs <= 3_600_000) this.#timeoutMs = timeoutMs;
    else this.problems.add('badNumber', `${argument.name} ${argument.value}`, argument);
  }

  #url(command: Place): BlockUrl | null {
    const [first, second] = this.#urls;
    if (second !== undefined) this.problems.add('severalUrls', second.value, second);
    if (first === undefined || first.value.trim() === '') {
      this.problems.add('noUrl', '', first ?? command);
      return null;
    }
    const added = this.#flags.has('get') ? [this.#data.text ?? ''] : [];
    const options = { isGlobOff: this.#flags.has('globoff'), more: [...this.#query, ...added] };
    const url = urlOf(first.value, options, this.problems, first);
    if (url?.user != null) this.#headers.basic(decodedUser(url.user), first);
    return url;
  }

  #methodOf(): Method | null {
    const usual = this.#data.text === null || this.#flags.has('get') ? 'GET' : 'POST';
    const asked = (this.#method?.value ?? usual).toUpperCase();
    const known = methods.find((one) => one === asked);
    if (known === undefined) this.problems.add('method', asked, this.#method ?? none);
    return known ?? null;
  }

  #config({ url, query, pathParams }: BlockUrl, method: Method): CurlConfig {
    const body = this.#body(method);
    this.#setCookies();
    const headers = this.#headers.list();
    for (const { key, value } of query)
      if (isCredential(key, value)) this.problems.add('credential', key, this.#urls[0] ?? none);
    return {
      ...{ method, url },
      ...(pathParams.length > 0 && {
        pathParams: Object.fromEntries(pathParams.map((name) => [name, ''])),
      }),
      ...(query.length > 0 && { query }),
      ...(headers.length > 0 && { headers }),
      ...body,
      ...(this.#timeoutMs !== null && { timeoutMs: this.#timeoutMs }),
    };
  }

  #body(method: Method): BlockBody | null {
    const { text, place } = this.#data;
    if (text === null || this.#flags.has('get')) return null;
    if (this.#flags.has('json')) {
      this.#headers.set('Content-Type', 'application/json', place);
      this.#headers.set('Accept', 'application/json', place);
    }
    if (!sentBody.includes(method)) {
      this.problems.add('bodyNotSent', method, place);
      return null;
    }
    const given = this.#headers.valueOf('content-type') ?? 'application/x-www-form-urlencoded';
    const [type = ''] = given.split(';');
    return bodyOf(text, type.trim().toLowerCase(), this.problems, place);
  }

  #setCookies(): void {
    const [first, last] = [this.#cookies[0], this.#cookies.at(-1)];
    if (first === undefined || last === undefined) return;
    const value = this.#cookies.map((cookie) => cookie.value.trim()).join('; ');
    this.#headers.set('Cookie', value, { from: first.from, to: last.to });
  }
}

function decodedUser(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first place of a variable or of a secret by this name. */
function placeOfSecret(name: string, source: string): Place {
  const forms = [`$${name}`, `\${${name}`, `{{${name}`];
  const found = forms.map((form) => source.indexOf(form)).filter((at) => at >= 0);
  const from = found.length === 0 ? 0 : Math.min(...found);
  return { from, to: Math.min(source.length, from + name.length + 1) };
}

const mostSecrets = 20;

function noteSecrets(config: CurlConfig, source: string, problems: CurlProblems): void {
  for (const name of secretsIn(JSON.stringify(config)).slice(0, mostSecrets))
    problems.add('secret', name, placeOfSecret(name, source));
}

export function readCurl(source: string): CurlReading {
  if (source.length > maxCurlLength) {
    const place = { from: maxCurlLength, to: source.length };
    return { config: null, problems: [{ code: 'tooLong', subject: '', ...place }] };
  }
  const line = new CurlLine(source);
  const config = line.read();
  if (config !== null) noteSecrets(config, source, line.problems);
  const problems = line.problems.list();
  const isRefused = problems.some((problem) => severityOf(problem) === 'error');
  return { config: isRefused ? null : config, problems };
}
