/** The tree of references; its code is loaded when one is first shown. */
import { common } from '../../text/common.js';
import { Skeleton } from '../../ui/skeleton.js';
import { lazyPart } from '../lazy/lazy-part.js';
import type { ReferenceTreeProps } from './reference-tree.js';

export const ReferenceTree = lazyPart<ReferenceTreeProps>(
  async () => (await import('./reference-tree.js')).ReferenceTree,
  () => <Skeleton label={common.loading} rows={4} columns="1fr" />,
);
