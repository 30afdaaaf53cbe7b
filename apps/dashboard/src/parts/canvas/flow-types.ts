/** Which component draws which kind of block and edge. */
import { BlockNode } from './block-node.js';
import { FrameNode } from './frame-node.js';
import { NoteNode } from './note-node.js';
import { RouteEdge } from './route-edge.js';

export const nodeTypes = { block: BlockNode, container: FrameNode, note: NoteNode };
export const edgeTypes = { route: RouteEdge };
