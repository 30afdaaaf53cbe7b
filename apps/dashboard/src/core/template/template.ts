/** An example as a starting point: what it shows, and what the workspace lacks to run it. */
import type { Box } from '../layout/box.js';
import { layoutWorkflow } from '../layout/layout.js';
import type { Route } from '../layout/route.js';
import { layoutInputOf } from '../workflow-graph/block-size.js';
import {
  type DrawnDefinition,
  type GraphBlock,
  workflowGraph,
} from '../workflow-graph/workflow-graph.js';

export interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** How many blocks it has. */
  readonly blocks: number;
  readonly needs: { readonly secrets: readonly string[]; readonly variables: readonly string[] };
}

export interface WorkspaceNames {
  readonly secrets: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/** Nothing is missing while the stand-in for the examples' services runs. */
export const missingNeeds = (
  { needs }: Pick<Template, 'needs'>,
  { secrets, variables }: WorkspaceNames,
): Template['needs'] => ({
  secrets: needs.secrets.filter((name) => !secrets.has(name)),
  variables: needs.variables.filter((name) => !variables.has(name)),
});

export interface TemplatePicture {
  /** Frames first, so that their bodies lie on them. */
  readonly blocks: readonly (Box & Pick<GraphBlock, 'id' | 'kind' | 'type'>)[];
  /** As SVG paths. */
  readonly edges: readonly string[];
  readonly bounds: Box;
}

const pathOf = ({ points }: Route): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');

const pictures = new WeakMap<DrawnDefinition, TemplatePicture>();

/** The same for the same definition: laid out once. */
export function templatePicture(definition: DrawnDefinition): TemplatePicture {
  const known = pictures.get(definition);
  if (known !== undefined) return known;
  const graph = workflowGraph(definition);
  const { boxes, routes, bounds } = layoutWorkflow(layoutInputOf(graph));
  const isFrame = ({ kind }: GraphBlock): number => (kind === 'container' ? 0 : 1);
  const picture = {
    blocks: graph.blocks
      .toSorted((a, b) => isFrame(a) - isFrame(b))
      .flatMap(({ id, kind, type }) => {
        const box = boxes.get(id);
        return box === undefined ? [] : [{ ...box, id, kind, type }];
      }),
    edges: [...routes.values()].map(pathOf),
    bounds,
  };
  pictures.set(definition, picture);
  return picture;
}
