/**
 * React Flow as a view: it pans and zooms. What blocks and edges show comes from the stores. Far
 * away it has no blocks at all, and the overview draws them.
 */
// eslint-disable-next-line no-restricted-imports -- its classes are global names of the library
import '@xyflow/react/dist/base.css';
import { type EdgeTypes, type NodeTypes, ReactFlow, useReactFlow, useStore } from '@xyflow/react';
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { blockAt } from '../../core/layout/block-at.js';
import type { Size } from '../../core/layout/box.js';
import { useStores } from './canvas-context.js';
import {
  broughtIn,
  centred,
  firstView,
  isInView,
  minZoom,
  overviewBelow,
  type Place,
  placeIn,
  viewAt,
} from './first-view.js';
import { edgeTypes, nodeTypes } from './flow-types.js';
import { focusOf } from './focus.js';
import { MiniMap } from './mini-map.js';
import { moveMs } from './motion.js';
import { Overview } from './overview.js';
import type { Scene } from './use-scene.js';

const none: never[] = [];
/** Above this many blocks only the visible ones are in the page. */
const cullAbove = 100;
const mapAbove = 40;

/** What draws blocks and edges. */
export interface FlowLook {
  readonly nodeTypes: NodeTypes;
  readonly edgeTypes: EdgeTypes;
}

const plainLook: FlowLook = { nodeTypes, edgeTypes };

interface FlowProps {
  scene: Scene;
  stage: Size;
  selected: string | null;
  onSelect: (blockId: string | null) => void;
  isFixed: boolean;
  look?: FlowLook;
  /** What stands in the middle at first. */
  place?: Place | null;
  onPlace?: ((place: Place) => void) | undefined;
  /** Presses on blocks are read elsewhere. */
  isEdited?: boolean;
  /** In the pixels of the workflow, above it. */
  children?: ReactNode;
}

export function Flow({
  scene,
  stage,
  selected,
  onSelect,
  isFixed,
  look = plainLook,
  isEdited = false,
  place = null,
  onPlace,
  children,
}: FlowProps) {
  const { nodes, edges, layout, graph } = scene;
  const { statusOf } = useStores();
  const flow = useReactFlow();
  const [first] = useState(() => {
    if (place !== null) return viewAt(place, stage);
    const focus = focusOf(graph, statusOf, selected);
    return firstView(layout.bounds, stage, layout.boxes.get(focus ?? '') ?? null);
  });
  // Before its first picture React Flow stands at zoom 1, where it would make all blocks.
  const isOverview = useStore(
    ({ panZoom, transform }) => (panZoom === null ? first.zoom : transform[2]) < overviewBelow,
  );
  const [hovered, setHovered] = useState<string | null>(null);
  const show = useEffectEvent((blockId: string) => {
    const box = layout.boxes.get(blockId);
    const view = flow.getViewport();
    if (box === undefined || isInView(box, view, stage)) return;
    void flow.setViewport(broughtIn(box, view, stage), { duration: moveMs() });
  });
  const showAll = useEffectEvent(() => {
    const view = flow.getViewport();
    const { x } = broughtIn(layout.bounds, view, stage);
    if (layout.bounds.width * view.zoom <= stage.width) void flow.setViewport({ ...view, x });
  });
  const isPlaced = useRef(place !== null);
  const widthPx = useRef(stage.width);
  // The outside system is React Flow: what is selected elsewhere is brought into view, and stays
  // there when a panel takes a part of the stage, as all does where it has room. A place that was
  // asked for is kept at first.
  useEffect(() => {
    const isNarrower = stage.width < widthPx.current;
    widthPx.current = stage.width;
    if (isNarrower) showAll();
    if (selected !== null && !isPlaced.current) show(selected);
    isPlaced.current = false;
  }, [selected, stage.width]);
  const under = ({ clientX, clientY }: MouseEvent): string | null =>
    isOverview
      ? blockAt(layout.boxes, flow.screenToFlowPosition({ x: clientX, y: clientY }))
      : null;
  const press = (event: MouseEvent): void => {
    const blockId = under(event);
    const box = layout.boxes.get(blockId ?? '');
    if (box !== undefined) void flow.setViewport(centred(box, stage, 1), { duration: moveMs() });
    onSelect(blockId);
  };
  return (
    <>
      <ReactFlow
        {...passive}
        {...(isFixed && fixed)}
        nodes={isOverview ? none : nodes}
        edges={isOverview ? none : edges}
        {...look}
        defaultViewport={first}
        onlyRenderVisibleElements={nodes.length > cullAbove}
        onNodeClick={(_, node) => {
          if (!isEdited) onSelect(node.id);
        }}
        onPaneClick={press}
        onPaneMouseMove={isOverview ? (event) => setHovered(under(event)) : undefined}
        onPaneMouseLeave={() => setHovered(null)}
        onMoveStart={() => setHovered(null)}
        onMoveEnd={(_, view) => onPlace?.(placeIn(view, stage))}
      >
        {isOverview ? null : children}
      </ReactFlow>
      {isOverview && <Overview scene={scene} hovered={hovered} />}
      {graph.blocks.length > mapAbove && <MiniMap scene={scene} stage={stage} />}
    </>
  );
}

/** Nothing of the workflow is changed here, and the keyboard has the tree of blocks. */
const passive = {
  minZoom,
  maxZoom: 2,
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  // Two fingers or the wheel move it, as they move a page; with Ctrl they zoom.
  panOnScroll: true,
  zoomOnDoubleClick: false,
  proOptions: { hideAttribution: true },
} as const;

/** The page scrolls, whatever lies under the pointer. */
const fixed = {
  panOnDrag: false,
  panOnScroll: false,
  zoomOnScroll: false,
  zoomOnPinch: false,
  preventScrolling: false,
} as const;
