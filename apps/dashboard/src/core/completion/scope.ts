/** What the text of a block may refer to. Plain data: whoever shows a field makes it. */
import type { ContainerKind } from '@libs/workflow';

export interface ScopeOutput {
  /** From the output on, as references write it: `data`, `data.items[0]`. */
  readonly path: string;
  /** In the words of the block's type, or `any`. */
  readonly type: string;
  /** What it is, in a few words. */
  readonly text: string;
}

interface LastRun {
  /** The block's output, parsed. Never changed in place: its paths are indexed once. */
  readonly value: unknown;
  readonly atMs: number;
}

export interface ScopeBlock {
  readonly id: string;
  /** As its author wrote it. */
  readonly name: string;
  /** `referenceName` of the name: null when the grammar can't write it. */
  readonly reference: string | null;
  readonly outputs: readonly ScopeOutput[];
  /** A run may have further outputs, or which ones is known only then. */
  readonly isOpen: boolean;
  readonly lastRun: LastRun | null;
}

export interface ScopeContainer {
  readonly kind: ContainerKind;
  /** Of its innermost iteration around the block: `index`, `currentItem`, `items`. */
  readonly fields: readonly ScopeOutput[];
}

interface ScopeVariable {
  readonly name: string;
  readonly type: string;
}

export interface Scope {
  /** Blocks upstream of the block, the nearest first. */
  readonly blocks: readonly ScopeBlock[];
  /** Names of the other blocks: a reference to them is no mistake here, but none is offered. */
  readonly otherBlocks?: readonly string[];
  readonly secrets: readonly string[];
  readonly variables: readonly ScopeVariable[];
  /** Containers around the block, one of a kind. */
  readonly containers: readonly ScopeContainer[];
  /** An agent uses the block as a tool, so `<tool.x>` is an argument. */
  readonly isTool?: boolean;
}
