/**
 * The states of pages beside their first picture, as tests reach them: for axe, and for
 * screenshots. Not in `pages.ts`, which every browser loads.
 */
type Role =
  | ('alertdialog' | 'button' | 'dialog' | 'heading' | 'link' | 'menu' | 'menuitem')
  | (
      | 'combobox'
      | 'menuitemcheckbox'
      | 'menuitemradio'
      | 'option'
      | 'region'
      | 'row'
      | 'tab'
      | 'tabpanel'
      | 'table'
    );

export type Visible =
  | { readonly text: string }
  /** `name` is a part of its accessible name. */
  | { readonly role: Role; readonly name?: string; readonly inside?: Role };

export interface PageState {
  readonly name: string;
  /** With `?`. */
  readonly search?: string;
  /** Pressed one after the other; the first of several that fit. */
  readonly press?: readonly Visible[];
  /** Phones reach it another way. */
  readonly isWide?: boolean;
  /** Seen when the state is reached. */
  readonly shows: Visible;
}

/** By the path of the page. */
export const statesByPath: Readonly<Record<string, readonly PageState[]>> = {
  start: [
    {
      name: 'an example',
      press: [{ role: 'button', name: 'From an example' }],
      shows: { text: 'Nightly report' },
    },
    {
      name: 'an import',
      press: [{ role: 'button', name: 'Import from Sim' }],
      shows: { role: 'dialog' },
    },
    {
      name: 'a curl',
      press: [{ role: 'button', name: 'Paste a curl' }],
      shows: { role: 'dialog' },
    },
    {
      name: 'notifications',
      isWide: true,
      press: [{ role: 'button', name: 'Notifications' }],
      shows: { role: 'menu' },
    },
  ],
  'workflows/$workflowId': [
    {
      name: 'webhooks',
      search: '?side=webhooks',
      // On phones it says no more.
      shows: { role: 'heading', name: 'Webhooks' },
    },
  ],
  'workflows/$workflowId/versions': [
    {
      name: 'JSON',
      search: '?view=json',
      shows: { role: 'region', name: 'as JSON' },
    },
  ],
  'executions/$id': ['Output', 'Events', 'Deliveries', 'JSON'].map((tab) => ({
    name: tab,
    press: [{ role: 'tab', name: tab }],
    shows: { role: 'tabpanel', name: tab },
  })),
  executions: [
    {
      name: 'a range',
      press: [
        { role: 'button', name: 'Time' },
        { role: 'menuitemradio', name: 'Custom range' },
      ],
      shows: { role: 'dialog' },
    },
    {
      name: 'running a workflow',
      press: [{ role: 'button', name: 'Run a workflow' }],
      shows: { role: 'menu' },
    },
    {
      name: 'nothing matches',
      search: '?status=error&trigger=chat',
      shows: { text: 'No execution matches this filter' },
    },
    {
      name: 'commands',
      isWide: true,
      press: [{ role: 'button', name: 'Search or jump to' }],
      shows: { role: 'menuitem', name: 'Go to Executions' },
    },
    {
      name: 'suggestions',
      search: '?status=error',
      press: [{ role: 'combobox', name: 'Filter executions' }],
      shows: { role: 'option' },
    },
    {
      name: 'an execution beside the list',
      press: [{ role: 'link', inside: 'row' }],
      shows: { role: 'heading', name: 'Where the time went' },
    },
  ],
  'settings/keys': [
    {
      name: 'a new key',
      press: [{ role: 'button', name: 'Generate a key' }],
      shows: { role: 'dialog' },
    },
    {
      name: 'revoking a key',
      press: [{ role: 'button', name: 'Revoke ' }],
      shows: { role: 'alertdialog' },
    },
  ],
};
