/**
 * The one list of pages. Router, rail, tab bar, palette, shortcut sheet, the server's preloading,
 * screenshots and the accessibility journey read it. The order is that of the rail.
 */
import type { Counters } from '../core/live/topics.js';
import type { Role } from '../core/status/allowed.js';
import { executionRoute } from '../pages/execution/route.js';
import { executionsRoute } from '../pages/executions/route.js';
import { aboutRoute, keysRoute, sessionsRoute } from '../pages/settings/route.js';
import { startRoute } from '../pages/start/route.js';
import { webhooksRoute } from '../pages/webhooks/route.js';
import { workflowRoute } from '../pages/workflow/route.js';
import { workflowsRoute } from '../pages/workflows/route.js';
import type { PageRoute } from '../parts/page/page-route.js';
import {
  Flag,
  type IconType,
  Info,
  KeyRound,
  ListTree,
  MonitorSmartphone,
  Webhook,
  Workflow,
} from '../ui/icon.js';
import type { PageState } from './page-state.js';

export type PageGroup = 'build' | 'observe' | 'deliver' | 'settings';

/** A figure of the stream beside the page's name. */
export interface PageCounter {
  readonly of: keyof Counters;
  readonly tone: 'quiet' | 'error' | 'waiting';
}

export interface AppPage {
  readonly route: PageRoute;
  readonly title: string;
  readonly icon: IconType;
  /** Its group in the rail. Null: it is opened from another page. */
  readonly group: PageGroup | null;
  /** Pressed one after the other. */
  readonly keys?: string;
  /** The least role; the frame tells others so. */
  readonly role?: Role;
  /** In the tab bar of phones; others are below "More". */
  readonly isTab?: boolean;
  /** A work surface: the rail shows icons only. */
  readonly isSlim?: boolean;
  readonly counter?: PageCounter;
  /** It leaves rail and tab bar once the person has done its steps, or has skipped them. */
  readonly isForStart?: boolean;
  /** Beside its first picture, whose heading is `title`. */
  readonly states?: readonly PageState[];
}

export const pages: readonly AppPage[] = [
  {
    route: startRoute,
    title: 'Start',
    icon: Flag,
    group: 'build',
    keys: 'g t',
    isTab: true,
    isForStart: true,
    states: [
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
  },
  {
    route: workflowsRoute,
    title: 'Workflows',
    icon: Workflow,
    group: 'build',
    keys: 'g w',
    isTab: true,
  },
  {
    route: workflowRoute,
    title: 'Workflow',
    icon: Workflow,
    group: null,
    states: [
      {
        name: 'drawn',
        isWide: true,
        press: [
          { role: 'button', name: 'Zoom out' },
          { role: 'button', name: 'Zoom in' },
        ],
        shows: { role: 'button', name: 'Add subscription' },
      },
      {
        name: 'definition',
        search: '?view=definition',
        shows: { role: 'region', name: 'Definition' },
      },
    ],
  },
  {
    route: executionsRoute,
    title: 'Executions',
    icon: ListTree,
    group: 'observe',
    keys: 'g e',
    isTab: true,
    counter: { of: 'running', tone: 'quiet' },
    states: [
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
  },
  {
    route: webhooksRoute,
    title: 'Webhooks',
    icon: Webhook,
    group: 'deliver',
    keys: 'g h',
    isTab: true,
  },
  {
    route: executionRoute,
    title: 'Execution',
    icon: ListTree,
    group: null,
    isSlim: true,
  },
  {
    route: keysRoute,
    title: 'API keys',
    icon: KeyRound,
    group: 'settings',
    keys: 'g k',
    role: 'owner',
    states: [
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
  },
  {
    route: sessionsRoute,
    title: 'Devices',
    icon: MonitorSmartphone,
    group: 'settings',
    keys: 'g d',
  },
  {
    route: aboutRoute,
    title: 'About',
    icon: Info,
    group: 'settings',
    keys: 'g a',
  },
];

export const addressOf = ({ route }: AppPage, workspaceId: string): string =>
  `/w/${encodeURIComponent(workspaceId)}/${route.path}`;

/** The pages that the rail, the palette and the keys lead to. */
export const isEntry = ({ group }: AppPage): boolean => group !== null;

/** What the rail lists. @param isStarting the person has steps of the page Start to do */
export const isListed = ({ isForStart }: AppPage, isStarting: boolean): boolean =>
  isStarting || isForStart !== true;

/** The first page of the settings. */
export function settingsPath(workspaceId: string): string {
  const first = pages.find(({ group }) => group === 'settings');
  return first === undefined ? '/' : addressOf(first, workspaceId);
}
