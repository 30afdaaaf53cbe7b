/** What the outline is given, and how it tells what a person did. */
import type { AddPlace } from '../../core/add-block/add-place.js';
import type { Command } from '../../core/edit/command/command.js';
import type { DrawnDefinition } from '../../core/workflow-graph/workflow-graph.js';
import type { StatusStore } from '../canvas/status-store.js';

/** In words; null: it is allowed. */
export interface OutlineRules {
  portsOf: (block: string) => readonly string[];
  edge: (from: string, port: string, to: string) => string | null;
  /** Null as container: out of every body. */
  body: (block: string, container: string | null) => string | null;
}

export interface OutlineFacts {
  /** By block: how many problems it has. */
  readonly problems: ReadonlyMap<string, number>;
  readonly pinned: ReadonlySet<string>;
  readonly statusOf: StatusStore;
}

export interface OutlineEdits {
  onCommand: (command: Command) => void;
  /** Opens the list of blocks that may be added there. */
  onAdd: (place: AddPlace) => void;
  onDuplicate: (block: string) => void;
}

export interface OutlineProps {
  /** The workflow's name. */
  name: string;
  definition: DrawnDefinition;
  rules: OutlineRules;
  facts: OutlineFacts;
  selected: string | null;
  onSelect: (block: string) => void;
  /** Null: who looks may not edit. */
  edits: OutlineEdits | null;
}
