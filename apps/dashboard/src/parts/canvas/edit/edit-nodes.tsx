/** Blocks, frames and notes of a canvas that is edited. */
import type { NodeProps } from '@xyflow/react';
import { canvasEditText } from '../../../text/canvas-edit.js';
import { iconSize } from '../../../ui/icon-size.js';
import { TriangleAlert } from '../../../ui/icon.js';
import { BlockFace } from '../block-node.js';
import type { BlockNodeType } from '../flow-elements.js';
import { FrameFace } from '../frame-node.js';
import { NoteFace } from '../note-node.js';
import { Ports } from '../ports.js';
import { useEditSession } from './edit-session.js';
import { EditedBlock } from './edited-block.js';
import styles from './edited-block.module.css';
import { useValue } from './value-store.js';

export function EditBlockNode({ data }: NodeProps<BlockNodeType>) {
  const { block, hasTop, hasBottom } = data;
  const { marks } = useEditSession();
  const problem = useValue(marks, ({ problems }) => problems?.get(block.id));
  return (
    <EditedBlock block={block}>
      <BlockFace
        block={block}
        end={
          problem && (
            <span
              className={styles.problem}
              data-severity={problem.severity}
              title={canvasEditText.problem(problem.text)}
            >
              <TriangleAlert {...iconSize} />
            </span>
          )
        }
      >
        <Ports hasTop={hasTop} hasBottom={hasBottom} />
      </BlockFace>
    </EditedBlock>
  );
}

export function EditFrameNode({ data }: NodeProps<BlockNodeType>) {
  return (
    <EditedBlock block={data.block}>
      <FrameFace {...data}>
        <Ports hasTop={false} hasBottom={false} />
      </FrameFace>
    </EditedBlock>
  );
}

export function EditNoteNode({ data: { block } }: NodeProps<BlockNodeType>) {
  return (
    <EditedBlock block={block}>
      <NoteFace block={block} />
    </EditedBlock>
  );
}
