/** A violation of the tested property, in words and as data. */
import type { AppName } from '../support/processes.js';

export const findingKinds = [
  'process ended',
  'ended again after a restart',
  'long turn',
  'late turn',
  'not ready',
  'neighbour refused',
  'neighbour slow',
  'server error',
  'no answer',
  'never ended',
  'family too large',
  'family outlives its cancellation',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly app?: AppName;
  readonly detail: string;
}

export const findingText = ({ kind, app, detail }: Finding): string =>
  `${kind}${app === undefined ? '' : ` (${app})`}: ${detail}`;
