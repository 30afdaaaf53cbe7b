/** How far a person has come with the page Start. */
import type { Operations } from '@libs/client';
import { ask, call } from './ask.js';

export type Onboarding = Operations['getOnboarding']['answer']['data'];

export const getOnboarding = (workspaceId: string) => ask(workspaceId, 'getOnboarding', {});

/** The first call notes when the person began. */
export const changeOnboarding = (workspaceId: string, change: { readonly ended?: boolean }) =>
  call(workspaceId, 'changeOnboarding', { body: change });
