/** Hints for editors in the schema of a configuration: `.meta(ui('code'))`. */

export type UiHint =
  'code' | 'expression' | 'secret' | 'workflow' | 'cron' | 'duration' | 'key-values' | 'block-name';

export const ui = (hint: UiHint): { readonly 'x-ui': UiHint } => ({ 'x-ui': hint });

/** For a field that few authors need. */
export const advanced = { 'x-group': 'advanced' } as const;
