/** What the parts of the page pass on. */
import type { versionsSearch } from './versions-search.js';

export type VersionsSearch = ReturnType<typeof versionsSearch.parse>;

export interface Deployed {
  readonly version: number;
  readonly text: string;
}
