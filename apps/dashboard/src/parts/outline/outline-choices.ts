/** Lists to choose from, where a canvas would be drawn on: ports, targets, edges and bodies. */
import { defaultPort, eachPort, type EdgeDefinition, normalizeName } from '@libs/workflow';
import type { AddPlace } from '../../core/add-block/add-place.js';
import type { Command } from '../../core/edit/command/command.js';
import { type DrawnDefinition, isContainer } from '../../core/workflow-graph/workflow-graph.js';
import { outlineText } from '../../text/outline.js';
import type { OutlineRules } from './outline-props.js';

const words = outlineText.choose;

export type Deed =
  | { readonly kind: 'add'; readonly place: AddPlace }
  | { readonly kind: 'command'; readonly command: Command };

interface OutlineChoice {
  readonly label: string;
  /** Why it may not be chosen. */
  readonly refusal: string | null;
  readonly deed: Deed;
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly OutlineChoice[];
}

export type ListKind = 'add' | 'insert' | 'connect' | 'reconnect' | 'disconnect' | 'moveIn';

const free = (label: string, deed: Deed): OutlineChoice => ({ label, refusal: null, deed });
const command = (one: Command): Deed => ({ kind: 'command', command: one });
const edgeFrom = (from: string, port: string, to: string): EdgeDefinition =>
  port === defaultPort ? { from, to } : { from, port, to };

const freeFirst = (choices: readonly OutlineChoice[]): OutlineChoice[] => [
  ...choices.filter(({ refusal }) => refusal === null),
  ...choices.filter(({ refusal }) => refusal !== null),
];

class Choices {
  readonly #names: ReadonlyMap<string, string>;

  constructor(
    private readonly definition: DrawnDefinition,
    private readonly rules: OutlineRules,
    private readonly block: string,
  ) {
    this.#names = new Map(definition.blocks.map(({ id, name }) => [id, name]));
  }

  groups(kind: ListKind): readonly ChoiceGroup[] {
    switch (kind) {
      case 'add':
        return [{ title: words.add(this.#nameOf(this.block)), choices: this.#places() }];
      case 'insert':
        return [{ title: words.before, choices: this.#incoming('add') }];
      case 'connect':
        return this.rules.portsOf(this.block).map((port) => this.#targets(port));
      case 'reconnect':
        return this.#edgesFrom().map((edge) => this.#otherTargets(edge));
      case 'disconnect':
        return [
          { title: words.before, choices: this.#incoming('command') },
          { title: words.after, choices: this.#outgoing() },
        ];
      case 'moveIn':
        return [{ title: words.moveIn(this.#nameOf(this.block)), choices: this.#bodies() }];
    }
  }

  #places(): OutlineChoice[] {
    const block = this.definition.blocks.find(({ id }) => id === this.block);
    const hasBody = block !== undefined && isContainer(block);
    return this.rules.portsOf(this.block).map((port) => {
      const isBody = hasBody && port === eachPort;
      const place: AddPlace = isBody
        ? { kind: 'body', container: this.block }
        : { kind: 'after', from: this.block, port, isBranch: false };
      return free(isBody ? words.intoBody : words.byPort(port), { kind: 'add', place });
    });
  }

  #incoming(kind: Deed['kind']): OutlineChoice[] {
    return this.definition.edges
      .filter(({ to }) => to === this.block)
      .map((edge) =>
        free(
          words.from(this.#nameOf(edge.from), edge.port ?? defaultPort),
          kind === 'add'
            ? { kind, place: { kind: 'edge', edge } }
            : command({ kind: 'removeEdge', edge }),
        ),
      );
  }

  #edgesFrom(): readonly EdgeDefinition[] {
    return this.definition.edges.filter(({ from }) => from === this.block);
  }

  #outgoing(): OutlineChoice[] {
    return this.#edgesFrom().map((edge) =>
      free(
        words.to(this.#nameOf(edge.to), edge.port ?? defaultPort),
        command({ kind: 'removeEdge', edge }),
      ),
    );
  }

  /** The end of an edge moves; its port and what else it has stay. */
  #otherTargets(edge: EdgeDefinition): ChoiceGroup {
    const port = edge.port ?? defaultPort;
    const others = this.definition.blocks.filter(({ id }) => id !== this.block && id !== edge.to);
    const choices = others.map(({ id, name }) => ({
      label: name,
      refusal: this.rules.edge(this.block, port, id),
      deed: command({ kind: 'reconnectEdge', edge, to: { ...edge, to: id } }),
    }));
    return {
      title: words.insteadOf(words.to(this.#nameOf(edge.to), port)),
      choices: freeFirst(choices),
    };
  }

  #targets(port: string): ChoiceGroup {
    const others = this.definition.blocks.filter(({ id }) => id !== this.block);
    const choices = others.map(({ id, name }) => ({
      label: name,
      refusal: this.rules.edge(this.block, port, id),
      deed: command({ kind: 'addEdge', edge: edgeFrom(this.block, port, id) }),
    }));
    return { title: words.byPort(port), choices: freeFirst(choices) };
  }

  #bodies(): OutlineChoice[] {
    const containers = this.definition.blocks.filter(isContainer);
    const choices = containers.map(({ id, name }) => ({
      label: name,
      refusal: this.rules.body(this.block, id),
      deed: command({ kind: 'moveToBody', block: this.block, container: id }),
    }));
    return freeFirst(choices);
  }

  #nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }
}

export const choicesFor = (
  definition: DrawnDefinition,
  rules: OutlineRules,
  block: string,
  kind: ListKind,
): readonly ChoiceGroup[] =>
  new Choices(definition, rules, block).groups(kind).filter(({ choices }) => choices.length > 0);

/** The names that a definition may have (libs/blocks, definition-shape.ts). */
const validName = /^[A-Za-z_][A-Za-z0-9_ -]{0,99}$/;

/** Null: it may have the name. */
export function nameProblem(
  { blocks }: DrawnDefinition,
  block: string,
  name: string,
): string | null {
  if (!validName.test(name)) return outlineText.rename.invalid;
  const other = blocks.find(
    (one) => one.id !== block && normalizeName(one.name) === normalizeName(name),
  );
  return other === undefined ? null : outlineText.rename.taken(other.name);
}
