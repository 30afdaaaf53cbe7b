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
import { versionsRoute } from '../pages/versions/route.js';
import { webhooksRoute } from '../pages/webhooks/route.js';
import { workflowEditorRoute } from '../pages/workflow-editor/route.js';
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
  /** On phones it has a bar of its own in place of the tab bar, and a way back. */
  readonly hasOwnBar?: boolean;
  readonly counter?: PageCounter;
  /** It leaves rail and tab bar once the person has done its steps, or has skipped them. */
  readonly isForStart?: boolean;
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
    route: workflowEditorRoute,
    title: 'Editor',
    icon: Workflow,
    group: null,
    isSlim: true,
    hasOwnBar: true,
  },
  {
    route: versionsRoute,
    title: 'Versions',
    icon: Workflow,
    group: null,
    isSlim: true,
  },
  {
    route: executionsRoute,
    title: 'Executions',
    icon: ListTree,
    group: 'observe',
    keys: 'g e',
    isTab: true,
    counter: { of: 'running', tone: 'quiet' },
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
