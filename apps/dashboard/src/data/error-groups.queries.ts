import { ask, call } from './ask.js';

const mostGroups = 100;

/** Of the last days, the last seen first: what failed just now is among them. */
export const latestErrorGroups = (workspaceId: string) =>
  ask(workspaceId, 'listErrorGroups', { query: { limit: String(mostGroups) } });

/** @returns how many match; without `dryRun` they run again, each from its start */
export const rerunGroup = (workspaceId: string, fingerprint: string, dryRun: boolean) =>
  call(workspaceId, 'startBatch', {
    body: { action: 'rerun', filter: { fingerprint, status: 'error' }, dryRun },
  });
