/** Finds what a reference names: a block, a variable, an iteration. Pure. */
import { didYouMean, type NearestNames } from './nearest-name.js';
import { workspaceName } from './name-uses.js';
import { normalizeName, type ParsedReference } from './reference.js';
import type { ContainerKind } from './scope.js';

/** A block as references see it. */
export interface ReferredBlock {
  readonly id: string;
  /** As its author wrote it. */
  readonly name: string;
  /** Valid first steps of paths; null when they are known only at run time. */
  readonly outputs: ReadonlySet<string> | null;
}

/** What a reference or a secret names. */
export interface ReferenceTarget {
  readonly kind: 'block' | 'variable' | 'environment' | 'iteration' | 'secret';
  /** Id of the block, name of the variable or secret, `loop` or `parallel`. */
  readonly to: string;
  /** Inside of that. */
  readonly path: readonly string[];
}

/** The first step that refers to the workflow's variables instead of a block. */
const variableName = 'variable';
/** The same for the workspace's variables, unless a block of a workflow has this name. */
const environmentName = 'env';
/** The same for the arguments of a call, in a block that an agent uses as a tool. */
const toolName = 'tool';
/** Most names in one message. */
const maxListed = 20;

/** Reads no more names than it lists: a block may have tens of thousands of outputs. */
function listed(names: ReadonlySet<string>): string {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === maxListed) return `${first.join(', ')} and others`;
    first.push(name);
  }
  return first.join(', ');
}

/** Why a reference names nothing. */
export interface Unresolved {
  readonly message: string;
  readonly suggestion: string | null;
}

const unresolved = (message: string, suggestion: string | null = null): Unresolved => ({
  message: message + didYouMean(suggestion),
  suggestion,
});

export interface ReferenceNames {
  /** By normalized name. */
  readonly blocks: ReadonlyMap<string, ReferredBlock>;
  /** The workflow's variables: names as written, by normalized name. */
  readonly variables: ReadonlyMap<string, string>;
  /** Kinds of containers that enclose the block. */
  readonly around: ReadonlySet<ContainerKind>;
}

export function referenceResolver(
  { blocks, variables, around }: ReferenceNames,
  nearest: NearestNames,
): (parsed: ParsedReference) => ReferenceTarget | Unresolved {
  function ofEnvironment({ path, text }: ParsedReference): ReferenceTarget | Unresolved {
    const [asked = '', ...rest] = path;
    return workspaceName.test(asked)
      ? { kind: 'environment', to: asked, path: rest }
      : unresolved(
          `${text} is no variable of a workspace: those are named with letters, digits and _, not beginning with a digit`,
        );
  }

  function* knownNames(): Generator<string> {
    for (const { name } of blocks.values()) yield name;
    if (variables.size > 0) yield variableName;
  }

  function ofUnknownBlock(parsed: ParsedReference, name: string): ReferenceTarget | Unresolved {
    const { name: written, text } = parsed;
    if (name === environmentName) return ofEnvironment(parsed);
    if (name === toolName)
      return unresolved(
        `${text} is an argument of a tool, but no agent uses this block as one. Name this block in the "tools" of an agent`,
      );
    if (name === 'loop' || name === 'parallel')
      return unresolved(`${text} has a value only in the body of a ${name}, after its port "each"`);
    const near = nearest.of(written, knownNames());
    return unresolved(`${text} refers to an unknown block`, near);
  }

  function ofBlock(
    { path, text }: ParsedReference,
    name: string,
    { id, name: shown, outputs }: ReferredBlock,
  ): ReferenceTarget | Unresolved {
    const [field] = path;
    if (field === undefined || outputs === null || outputs.has(field))
      return { kind: 'block', to: id, path };
    const near = nearest.of(field, outputs);
    const { message } = unresolved(
      `${text} refers to an unknown output of the block "${shown}"`,
      near,
    );
    const known = near === null ? `; it has ${listed(outputs)}` : '';
    const hides =
      name === environmentName ? '. It hides the variables of the workspace: rename it' : '';
    return { message: message + known + hides, suggestion: near };
  }

  function targetOf(parsed: ParsedReference): ReferenceTarget | Unresolved {
    const { name: written, path, text } = parsed;
    const name = normalizeName(written);
    if (name === variableName) {
      const [asked = '', ...rest] = path;
      const variable = variables.get(normalizeName(asked));
      if (variable !== undefined) return { kind: 'variable', to: variable, path: rest };
      const near = nearest.of(asked, variables.values());
      return unresolved(`${text} refers to an unknown variable`, near);
    }
    if ((name === 'loop' || name === 'parallel') && around.has(name))
      return { kind: 'iteration', to: name, path };
    const block = blocks.get(name);
    return block === undefined ? ofUnknownBlock(parsed, name) : ofBlock(parsed, name, block);
  }

  return targetOf;
}
