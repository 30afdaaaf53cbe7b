/** Blocks as they are copied: their own text, byte by byte, and the edges between them. */
import { edgeText } from '../edit/command/edge-text.js';
import { bodiesOf } from '../edit/text/bodies.js';
import { readDefinition } from '../edit/text/read-definition.js';
import { WorkflowText } from '../edit/text/workflow-text.js';

/** Of the format. A page that knows an older one refuses a newer. */
export const copyVersion = 1;

/** With the bodies of the containers among them. */
function withBodies(document: WorkflowText, ids: Iterable<string>): ReadonlySet<string> {
  const { around } = bodiesOf(readDefinition(document));
  const wanted = new Set(ids);
  const inside = [...around].flatMap(([id, containers]) =>
    containers.some((container) => wanted.has(container)) ? id : [],
  );
  return new Set([...wanted, ...inside]);
}

/** Null: none of them is a block of the draft. */
export function copyBlocks(document: WorkflowText, ids: Iterable<string>): string | null {
  const { outline, text } = document;
  const wanted = withBodies(document, ids);
  const blocks = outline.blocks.flatMap(({ start, end }, index) => {
    const id = outline.ids[index] ?? null;
    const isFirst = id !== null && outline.indexes.get(id) === index;
    return isFirst && wanted.has(id) ? text.slice(start, end) : [];
  });
  if (blocks.length === 0) return null;
  const edges = readDefinition(document).edges.filter(
    ({ from, to }) => wanted.has(from) && wanted.has(to),
  );
  return `{"flowledger": ${copyVersion}, "blocks": [${blocks.join(', ')}], "edges": [${edges
    .map(edgeText)
    .join(', ')}]}`;
}
