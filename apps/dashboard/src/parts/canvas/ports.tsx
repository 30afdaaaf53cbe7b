/**
 * Where edges meet a block. React Flow draws no edge between blocks without them. The tree of
 * blocks says what leads where, so they are hidden from assistive technology.
 */
import { Handle, Position } from '@xyflow/react';
import type { BlockData } from './flow-elements.js';
import styles from './ports.module.css';

export function Ports({ hasTop, hasBottom }: Pick<BlockData, 'hasTop' | 'hasBottom'>) {
  return (
    <>
      <Handle
        type="target"
        position={Position.Top}
        isConnectable={false}
        aria-hidden
        className={styles.port}
        data-shown={hasTop ? '' : undefined}
      />
      <Handle
        type="source"
        position={Position.Bottom}
        isConnectable={false}
        aria-hidden
        className={styles.port}
        data-shown={hasBottom ? '' : undefined}
      />
    </>
  );
}
