/**
 * One line on what a block does, from its configuration: what it calls, how often it repeats, how
 * long it waits. Drafts may be half filled, so every field may be missing or of any type.
 */
import type { BlockDefinition } from '@libs/workflow';
import { blockLookOf } from '../../core/block-look/block-look.js';
import { noteText } from '../../core/workflow-graph/note-text.js';
import { canvasText } from '../../text/canvas.js';

const words = canvasText.summary;

type Config = BlockDefinition['config'];

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const shown = (value: unknown): string =>
  typeof value === 'number' ? String(value) : withoutBrackets(text(value));

const counted = (value: unknown, say: (count: number) => string): string =>
  list(value).length === 0 ? '' : say(list(value).length);

const filled = (value: string, say: (value: string) => string): string =>
  value === '' ? '' : say(value);

/** `<order.body.lines>` reads as `order.body.lines`. */
const withoutBrackets = (value: string): string => value.replace(/^<([^<>]+)>$/, '$1');

const summaries: ReadonlyMap<string, (config: Config) => string> = new Map([
  [
    'webhook',
    ({ methods, path }: Config) => {
      const named = list(methods).filter((one) => typeof one === 'string');
      return words.methods(named.length === 0 ? ['POST'] : named, text(path).replace(/^\//, ''));
    },
  ],
  ['api_trigger', () => words.apiCall],
  ['manual', () => words.manual],
  ['chat', () => words.chat],
  [
    'schedule',
    ({ cron, timezone, everySeconds }: Config) =>
      typeof everySeconds === 'number'
        ? words.every(everySeconds)
        : words.cron(text(cron), text(timezone) || 'UTC'),
  ],
  ['api', ({ method, url }: Config) => `${text(method) || 'GET'} ${addressText(text(url))}`.trim()],
  ['agent', ({ model }: Config) => text(model)],
  ['condition', ({ conditions }: Config) => counted(conditions, words.conditions)],
  ['router', ({ routes }: Config) => counted(routes, words.routes)],
  ['function', ({ code }: Config) => counted(text(code).split('\n').filter(Boolean), words.lines)],
  [
    'variables',
    ({ values }: Config) =>
      typeof values === 'object' && values !== null ? Object.keys(values).join(', ') : '',
  ],
  ['loop', repetition],
  ['parallel', repetition],
  ['workflow', () => words.workflow],
  [
    'wait',
    ({ durationMs, until }: Config) =>
      typeof durationMs === 'number'
        ? words.wait(durationMs)
        : filled(shown(until) || shown(durationMs), words.until),
  ],
  [
    'approval',
    ({ expiresInMs }: Config) =>
      typeof expiresInMs === 'number' ? words.upTo(expiresInMs) : words.anAnswer,
  ],
  ['response', ({ status }: Config) => words.toCaller(shown(status) || '200')],
  ['note', ({ text: note }: Config) => noteText(note)],
]);

export const blockSummary = ({ type, config }: Pick<BlockDefinition, 'type' | 'config'>): string =>
  summaries.get(type)?.(config) || blockLookOf(type).title;

function repetition({ items, count, condition }: Config): string {
  if (Array.isArray(items)) return words.items(items.length);
  // Inside the frame it is plain which block the list comes from.
  if (text(items) !== '') return shown(items).replace(/^[^.]+\.(?=.*\.)/, '');
  if (text(condition) !== '') return words.while(text(condition));
  return shown(count) === '' ? '' : words.times(shown(count));
}

/** Says little about who is called. */
const generic = new Set(['www', 'api', 'app']);

/** The name that tells services apart, and the path: `crm/customers` of a long address. */
export function addressText(url: string): string {
  const parts = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(url);
  if (parts === null) return url;
  const [, authority = '', path = ''] = parts;
  const host = authority.replace(/^[^@]*@/, '');
  // An address, a local name or a reference has no part that could stand for the rest.
  const isPlain = /^[a-z0-9.-]+$/i.test(host) && /[a-z]/i.test(host.split('.').at(-1) ?? '');
  const labels = host.split('.');
  const name = isPlain
    ? (labels.slice(0, -1).find((label) => !generic.has(label.toLowerCase())) ?? host)
    : host;
  return `${name}${path === '/' ? '' : path}`;
}
