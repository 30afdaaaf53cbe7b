import type { Drawn } from '../../../core/canvas-edit/thing-at.js';
import type { Scene } from '../use-scene.js';
import type { DragContext } from './drag.js';

type Still = Pick<Drawn, 'routes' | 'isFrame'>;

const known = new WeakMap<Scene, Still>();

/** What of a drawing can be met. Made once for each scene, as it is asked with every move. */
export function hittable({ scene, editing }: Pick<DragContext, 'scene' | 'editing'>): Drawn {
  const still = known.get(scene) ?? stillOf(scene);
  known.set(scene, still);
  return { ...still, boxes: scene.layout.boxes, portsOf: editing.portsOf };
}

function stillOf({ graph, layout }: Scene): Still {
  const frames = new Set(
    graph.blocks.filter(({ kind }) => kind === 'container').map(({ id }) => id),
  );
  // The line to a tool is no edge of the definition: the agent's configuration has it.
  const tools = new Set(graph.edges.filter(({ kind }) => kind === 'tool').map(({ id }) => id));
  return {
    isFrame: (id) => frames.has(id),
    routes: new Map([...layout.routes].filter(([id]) => !tools.has(id))),
  };
}
