/** Hints for editors in the schema of a configuration: `.meta(ui('code'))`. */

export type UiHint =
  | 'code'
  | 'expression'
  | 'secret'
  | 'workflow'
  | 'cron'
  | 'timezone'
  | 'duration'
  | 'key-values'
  | 'block-name'
  | 'url'
  | 'long-text'
  | 'json'
  | 'trigger-check';

export const ui = (hint: UiHint): { readonly 'x-ui': UiHint } => ({ 'x-ui': hint });

/** A duration in seconds. Without it, durations are milliseconds. */
export const seconds = { ...ui('duration'), 'x-unit': 's' } as const;

/** For a field that few authors need. */
export const advanced = { 'x-group': 'advanced' } as const;

/** Drawn on one line with another field: `POST https://shop.example`. */
export const beside = (field: string): { readonly 'x-beside': string } => ({ 'x-beside': field });

/** The words for the values of a choice. */
export const labels = <Value extends string>(
  words: Readonly<Record<Value, string>>,
): { readonly 'x-labels': Readonly<Record<Value, string>> } => ({ 'x-labels': words });

/** The words for a choice that is not made, where no value is its default. */
export const unchosen = (words: string): { readonly 'x-unchosen': string } => ({
  'x-unchosen': words,
});

/** One way to fill an object: the title, and the fields that only this way has. */
export interface Way {
  readonly title: string;
  /** Of an object, or of the items of one of its lists: `routes[].equals`. */
  readonly fields: readonly string[];
}

/** For an object that is filled in one of several ways. The first one is offered first. */
export const either = (...ways: readonly Way[]): { readonly 'x-either': readonly Way[] } => ({
  'x-either': ways,
});
