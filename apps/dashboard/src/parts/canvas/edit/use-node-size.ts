import { useStore } from '@xyflow/react';
import type { Size } from '../../../core/layout/box.js';

/** As the layout has it. */
export function useNodeSize(blockId: string): Size | null {
  const width = useStore(({ nodeLookup }) => nodeLookup.get(blockId)?.width);
  const height = useStore(({ nodeLookup }) => nodeLookup.get(blockId)?.height);
  return width === undefined || height === undefined ? null : { width, height };
}
