import { versionText as words } from '../../../text/versions.js';
import type { VersionName } from './chosen-pair.js';

export const nameText = (name: VersionName): string =>
  name === 'draft' ? words.draft : words.version(name);
