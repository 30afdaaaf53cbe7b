/** What a page that edits a workflow gives the canvas: rules to ask, and what a person did. */
import type { Positions } from '../../../core/canvas-edit/dragged-blocks.js';
import type { EditPort } from '../../../core/canvas-edit/port-places.js';
import type { Room } from '../../../core/canvas-edit/room.js';
import type { Point } from '../../../core/layout/box.js';
import type { GraphEdge } from '../../../core/workflow-graph/workflow-graph.js';

export interface PortRef {
  readonly from: string;
  readonly port: string;
}

/** Where the pointer is, for a picker, and where a new block would stand. */
interface NewPlace {
  /** In the window's pixels. */
  readonly screen: Point;
  readonly room: Room;
}

/** Asked while a person drags: pure, and quick. A refusal is a sentence for the pointer. */
export interface EditRules {
  readonly portsOf: (blockId: string) => readonly EditPort[];
  /** Why an edge may not lead there; null: it may. */
  readonly refusalOf: (from: string, port: string, to: string) => string | null;
  /** Why a block may not stand in a body. Null is the ground outside of all. */
  readonly bodyRefusalOf: (blockId: string, container: string | null) => string | null;
  /** As `bodyRefusalOf`, of a type that is dragged in from outside. */
  readonly newBlockRefusalOf?: (type: string, place: NewBlockPlace) => string | null;
}

export interface NewBlockPlace {
  readonly edge: GraphEdge | null;
  readonly container: string | null;
}

interface BodyMove {
  readonly blocks: readonly string[];
  /** Null: out of every body. */
  readonly container: string | null;
  /** The edge that the block was put on, of which it becomes the end. */
  readonly after?: PortRef;
  readonly positions: Positions;
}

/** `a` where several ports lead on, `i`, `c`, `d` and `m`. */
export type BlockList = 'add' | 'insert' | 'connect' | 'disconnect' | 'moveIn';

interface EditActions {
  /** Once for a drag: all that moved, and each block that had no position of its own. */
  readonly onMove: (positions: Positions) => void;
  readonly onMoveToBody: (move: BodyMove) => void;
  /** A block without edges was put on one. */
  readonly onInsertBlock: (blockId: string, edge: GraphEdge, positions: Positions) => void;
  readonly onConnect: (edge: PortRef & { readonly to: string }) => void;
  readonly onReconnect: (edge: GraphEdge, to: string) => void;
  readonly onDisconnect: (edge: GraphEdge) => void;
  /** A drag from a port ended beside all blocks: the picker opens there. */
  readonly onDropOnGround: (from: PortRef & NewPlace & { container: string | null }) => void;
  /** "+" on an edge. */
  readonly onInsertRequest: (edge: GraphEdge, place: NewPlace) => void;
  readonly onDropNew: (type: string, place: NewBlockPlace & NewPlace) => void;
  /** Also while nothing is selected. */
  readonly onSelection: (blockIds: ReadonlySet<string>) => void;
  readonly onDelete: (blockIds: readonly string[]) => void;
  readonly onDuplicate: (blockIds: readonly string[]) => void;
  /** @returns the text for the clipboard; null: nothing is copied */
  readonly onCopy: (blockIds: readonly string[]) => string | null;
  /** @param at the middle of what is seen, in the canvas's own pixels */
  readonly onPaste: (text: string, at: Point) => void;
  /** `a`, or a press on a port. Without a port it is the block's first. */
  readonly onAddAfter: (from: { block: string; port: string | null; room: Room }) => void;
  /** The place or the target is picked from a list. */
  readonly onList: (blockId: string, list: BlockList) => void;
  /** Its settings get the keyboard. */
  readonly onOpen: (blockId: string) => void;
  readonly onRename: (blockId: string) => void;
  readonly onTidy: () => void;
}

export interface CanvasEditing extends EditRules, EditActions {
  /** With the canvas's `selected`, when there is one. */
  readonly selection: ReadonlySet<string>;
}

interface BlockProblem {
  /** Only what stops a deployment is an error. */
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

export interface BlockChange {
  readonly kind: 'added' | 'changed' | 'moved' | 'removed';
  /** Fields that differ. */
  readonly count?: number;
  /** Left top of the place it was moved from. */
  readonly was?: Point;
}

/** Facts about blocks that are no part of a run. A removed block is still in the definition. */
export interface CanvasMarks {
  readonly pinned?: ReadonlySet<string>;
  readonly problems?: ReadonlyMap<string, BlockProblem>;
  readonly changes?: ReadonlyMap<string, BlockChange>;
  /** By the id of the graph's edge. */
  readonly edgeChanges?: ReadonlyMap<string, 'added' | 'removed'>;
}
