import type { Operations } from '@libs/client';
import { ask } from './ask.js';

export type LogDetail = Operations['getLog']['answer']['data'];

/** A log without inputs and outputs, which may have megabytes. */
export const bareLog = (workspaceId: string, id: string) =>
  ask(workspaceId, 'getLog', { path: { id }, query: { payloads: 'none' } });
