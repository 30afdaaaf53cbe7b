/** React Flow over a laid-out drawing, with what is needed to change it by pointer and keyboard. */
import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { BlockTree } from '../block-tree.js';
import { PickContext, StatusContext } from '../canvas-context.js';
import { CanvasGround } from '../canvas-ground.js';
import { CanvasTools } from '../canvas-tools.js';
import { Flow, type FlowLook } from '../flow.js';
import { createPickStore, type PickStore } from '../picks.js';
import { useCanvasKeys } from '../use-canvas-keys.js';
import { useScene } from '../use-scene.js';
import { useSize } from '../use-size.js';
import { createEditSession, EditContext, type EditSession } from './edit-session.js';
import { EditBlockNode, EditFrameNode, EditNoteNode } from './edit-nodes.js';
import { EditEdge } from './edit-edge.js';
import type { EditableCanvasProps } from './edit-canvas-props.js';
import { Ghosts } from './ghosts.js';
import { Lines, RefusalTip } from './layers.js';
import styles from './stage.module.css';
import { useClearPlace } from './use-clear-place.js';
import { useEditContext } from './use-edit-context.js';
import { useEditKeys } from './use-edit-keys.js';
import { useGestures } from './use-gestures.js';
import { useTreeFocus } from './use-tree-focus.js';
import { WasHere } from './was-here.js';

const look: FlowLook = {
  nodeTypes: { block: EditBlockNode, container: EditFrameNode, note: EditNoteNode },
  edgeTypes: { route: EditEdge },
};

export function EditCanvasView(props: EditableCanvasProps) {
  const [picks] = useState(createPickStore);
  const [session] = useState(createEditSession);
  return (
    <StatusContext value={props.statusOf}>
      <PickContext value={picks}>
        <EditContext value={session}>
          <ReactFlowProvider>
            <CanvasGround>
              <Stage {...props} picks={picks} session={session} />
            </CanvasGround>
          </ReactFlowProvider>
        </EditContext>
      </PickContext>
    </StatusContext>
  );
}

const only = (blockId: string | null): ReadonlySet<string> =>
  new Set(blockId === null ? [] : [blockId]);

type StageProps = EditableCanvasProps & { picks: PickStore; session: EditSession };

function Stage(props: StageProps) {
  const { definition, positions, selected, editing, label, picks, session } = props;
  const { graph, scene } = useScene(definition, positions);
  const [stage, size] = useSize();
  const tree = useTreeFocus();
  const { context, select } = useEditContext(props, scene);
  const keys = useCanvasKeys(scene, size, (blockId) => select(only(blockId)));
  const treeEditing = useEditKeys(context, tree.element);
  useGestures(stage, context, tree.follow);
  useClearPlace(props.adding ?? null, scene, size);
  const press = (blockId: string | null): void => {
    session.edge.set(null);
    select(only(blockId));
    tree.follow();
  };
  // The outside system is the store that each block listens to.
  useEffect(() => {
    const isGone = graph.blocks.every(({ id }) => id !== picks.get().pointed);
    if (isGone) picks.set({ pointed: null });
  }, [picks, graph]);
  return (
    <>
      <BlockTree
        graph={graph}
        label={label}
        onKey={keys.onKey}
        onFocus={() => tree.onFocus(keys.onFocus)}
        editing={treeEditing}
      />
      <div ref={stage} className={styles.stage} aria-hidden>
        {scene !== null && size !== null && (
          <Flow
            {...{ scene, stage: size, selected, look }}
            onSelect={press}
            isFixed={false}
            place={props.place ?? null}
            onPlace={props.onPlace}
            isEdited={editing !== undefined}
          >
            <WasHere scene={scene} />
            <Ghosts scene={scene} />
            <Lines />
          </Flow>
        )}
        <RefusalTip />
      </div>
      <CanvasTools bounds={scene?.layout.bounds ?? null} stage={size} actions={props.actions} />
    </>
  );
}
