/**
 * What a person does to a workflow, as plain data: it survives a reload and can be done again.
 * Values are JSON texts, so that a number of twenty digits stays one.
 */
import type { EdgeDefinition } from '@libs/workflow';
import type { Patch } from '../patch/patch.js';
import type { Target } from '../text/target.js';

export type Command =
  /** Objects around the field are made; one past the end of a list adds an item. */
  | { readonly kind: 'setField'; readonly target: Target; readonly value: string }
  | { readonly kind: 'removeField'; readonly target: Target }
  /** The field keeps its place and its value. */
  | { readonly kind: 'renameField'; readonly target: Target; readonly name: string }
  /** The last step of the target is the index in its list. */
  | { readonly kind: 'insertItem'; readonly target: Target; readonly value: string }
  | { readonly kind: 'moveItem'; readonly target: Target; readonly toIndex: number }
  /** Without an index, at the end. */
  | { readonly kind: 'addBlock'; readonly block: string; readonly index?: number }
  /** Its edges go too. */
  | { readonly kind: 'removeBlock'; readonly block: string }
  /** In the order of the text. After no block: it becomes the first. */
  | { readonly kind: 'moveBlock'; readonly block: string; readonly after: string | null }
  /** References to it follow. */
  | { readonly kind: 'renameBlock'; readonly block: string; readonly name: string }
  | {
      readonly kind: 'moveToBody';
      readonly block: string;
      /** Null: out of every body. */
      readonly container: string | null;
      /** What leads to it there. Without it, the container does; outside of bodies, nothing. */
      readonly after?: Omit<EdgeDefinition, 'to'>;
    }
  | { readonly kind: 'addEdge'; readonly edge: EdgeDefinition }
  | { readonly kind: 'removeEdge'; readonly edge: EdgeDefinition }
  | { readonly kind: 'reconnectEdge'; readonly edge: EdgeDefinition; readonly to: EdgeDefinition }
  /** The JSON tab, and an import. */
  | { readonly kind: 'replaceText'; readonly text: string }
  /** Several as one step; all or none. */
  | { readonly kind: 'gesture'; readonly commands: readonly Command[] }
  /** The inverse of any other. */
  | { readonly kind: 'applyPatches'; readonly patches: readonly Patch[] };

export type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
