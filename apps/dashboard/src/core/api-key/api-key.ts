import type { Operations } from '@libs/client';

/** A key without its secret part, as lists have it. */
export type ApiKey = Operations['listApiKeys']['answer']['data'][number];
