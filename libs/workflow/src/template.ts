/**
 * Configuration values with references, compiled once per workflow version and resolved once per
 * execution. A string that is exactly one reference keeps the type of its value. Inside other text,
 * values are written as text (objects as JSON).
 */
import { CompileLimits } from './compile-limits.js';
import type { EvaluationBudget } from './evaluation-budget.js';
import { type NameUse, NameUses } from './name-uses.js';
import { placeAt, shownPlace, type TextPlace } from './code-text.js';
import { parseText, type Span, type TextPart } from './reference.js';
import {
  referenceResolver,
  type ReferenceTarget,
  type ReferredBlock,
} from './resolve-reference.js';
import type { ContainerKind, Scope } from './scope.js';

export type Template = (scope: Scope) => unknown;

/** An unresolvable reference. `path` is relative to the compiled value: `.url`, `[2].value`. */
export interface TemplateProblem {
  readonly path: string;
  readonly message: string;
  /** Position in the text at that path. */
  readonly place: TextPlace;
  /** Length of the reference, in characters. */
  readonly length: number;
  /** The name that its author may have meant. */
  readonly suggestion: string | null;
}

/** A reference with its position: `source` is the text of the field. */
export interface ReferenceUse extends ReferenceTarget, Span {
  /** Path of the field, relative to the block's configuration: `.headers[0].value`. */
  readonly field: string;
  readonly source: string;
}

/** Blocks and variables that the templates have referred to so far. */
export interface References {
  /** Ids of blocks. */
  readonly blocks: ReadonlySet<string>;
  /** Names of variables, as written in the definition. */
  readonly variables: ReadonlySet<string>;
}

export interface TemplateCompiler {
  readonly problems: readonly TemplateProblem[];
  /** Compiles any JSON value; problems are collected, not thrown. */
  value(source: unknown, path: string): Template;
  /** Compiles one part of a text. An unresolvable reference is a problem, and null at run time. */
  part(part: TextPart, path: string, source: string): Template;
  parse(source: string): TextPart[];
  /** For code that the caller is about to read. @throws WorkflowTooLargeError */
  countCode(length: number): void;
  /** Expressions count twice: they are compiled, or read twice. @throws WorkflowTooLargeError */
  countExpression(length: number): void;
  /** Secrets used so far. */
  readonly secrets: Iterable<NameUse>;
  /** For code that surely gives back this secret. */
  noteShown(part: Extract<TextPart, { kind: 'secret' }>, path: string, source: string): void;
  readonly shownSecrets: Iterable<NameUse>;
  /** Variables of the workspace used so far. */
  readonly environment: Iterable<NameUse>;
  readonly references: References;
}

/** Text of a resolved value where only text makes sense (URLs, header values); objects as JSON. */
export const templateText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value);

/**
 * Like `templateText`, but charged before the text is built.
 * @param where position of the value in the configuration, e.g. `.url`
 * @throws EvaluationError
 */
export const chargedText = (value: unknown, budget: EvaluationBudget, where: string): string =>
  value !== null && typeof value === 'object' ? budget.jsonText(value, where) : templateText(value);

/**
 * @param blocks by normalized name
 * @param variables the workflow's variables: names as written, by normalized name
 * @param around kinds of containers that enclose the block
 * @param limits shared by all blocks of a workflow
 * @param observe called for each reference that names something; twice when code is read twice
 */
export function createTemplateCompiler(
  blocks: ReadonlyMap<string, ReferredBlock>,
  variables: ReadonlyMap<string, string>,
  around: ReadonlySet<ContainerKind> = new Set(),
  limits = new CompileLimits(),
  observe: (use: ReferenceUse) => void = () => undefined,
): TemplateCompiler {
  const problems: TemplateProblem[] = [];
  const secrets = new NameUses();
  const shownSecrets = new NameUses();
  const environment = new NameUses();
  const references = { blocks: new Set<string>(), variables: new Set<string>() };
  const targetOf = referenceResolver({ blocks, variables, around }, limits.nearest);

  function templateOf({ kind, to, path }: ReferenceTarget): Template {
    switch (kind) {
      case 'block':
        references.blocks.add(to);
        return (scope) => scope.block(to, path);
      case 'variable':
        references.variables.add(to);
        return (scope) => scope.variable(to, path);
      case 'iteration':
        return (scope) => scope.iteration(to as ContainerKind, path);
      case 'environment':
        return (scope) => scope.environment(to, path);
      case 'secret':
        return (scope) => scope.secret(to);
    }
  }

  const parse = (source: string): TextPart[] =>
    parseText(
      source,
      (name) => blocks.has(name),
      () => limits.countReference(),
    );

  function part(piece: TextPart, path: string, source: string): Template {
    switch (piece.kind) {
      case 'text':
        return () => piece.text;
      case 'secret':
        secrets.add(piece.name, path, source, piece.offset);
        return observed({ kind: 'secret', to: piece.name, path: [] }, piece, path, source);
      case 'reference': {
        const target = targetOf(piece.reference);
        if ('kind' in target) {
          if (target.kind === 'environment') environment.add(target.to, path, source, piece.offset);
          return observed(target, piece, path, source);
        }
        if (!limits.mayReport) return () => null;
        limits.countProblem();
        const { message, suggestion } = target;
        const { offset, length } = piece;
        const place = placeAt(source, offset);
        const text = `${message} (${shownPlace(place)})`;
        problems.push({ path, message: text, place, length, suggestion });
        return () => null;
      }
    }
  }

  function observed(
    target: ReferenceTarget,
    { offset, length }: Span,
    field: string,
    source: string,
  ): Template {
    observe({ ...target, offset, length, field, source });
    return templateOf(target);
  }

  /** Null without references and backslashes before them: the text itself. */
  function textTemplate(source: string, path: string): Template | null {
    const parts = parse(source);
    if (parts.every((piece) => piece.kind === 'text')) {
      const text = parts.map((piece) => piece.text).join('');
      return text === source ? null : () => text;
    }
    const pieces = parts.map((piece) => part(piece, path, source));
    const [only] = pieces;
    if (only !== undefined && pieces.length === 1) return only;
    return (scope) => {
      const { budget } = scope;
      let joined = 0;
      const texts = pieces.map((piece) => {
        const one = chargedText(piece(scope), budget, path);
        joined += one.length;
        return one;
      });
      budget.build(joined, path);
      return texts.join('');
    };
  }

  /** Null without references: the value itself, which executions share. */
  function template(source: unknown, path: string): Template | null {
    if (typeof source === 'string') return textTemplate(source, path);
    if (Array.isArray(source)) {
      const list: readonly unknown[] = source;
      const items = list.map((item, index) => template(item, `${path}[${index}]`));
      if (items.every((item) => item === null)) return null;
      return (scope) => items.map((item, index) => (item === null ? list[index] : item(scope)));
    }
    if (source === null || typeof source !== 'object') return null;
    const fields = Object.entries(source).map(
      ([key, field]) => [key, field, template(field, `${path}.${key}`)] as const,
    );
    if (fields.every(([, , field]) => field === null)) return null;
    return (scope) =>
      Object.fromEntries(
        fields.map(([key, field, resolve]) => [key, resolve === null ? field : resolve(scope)]),
      );
  }

  /** A value that repeats references can be larger than everything they refer to. */
  function value(source: unknown, path: string): Template {
    const resolve = template(source, path) ?? (() => source);
    if (source === null || typeof source !== 'object') return resolve;
    return (scope) => {
      const resolved = resolve(scope);
      scope.budget.checkSize(resolved, path);
      return resolved;
    };
  }

  const countCode = (length: number): void => limits.countCode(length);
  const countExpression = (length: number): void => limits.countCode(2 * length);
  const noteShown: TemplateCompiler['noteShown'] = ({ name, offset }, path, source) =>
    shownSecrets.add(name, path, source, offset);
  const uses = { secrets, shownSecrets, environment, references };
  return { problems, noteShown, ...uses, value, part, parse, countCode, countExpression };
}
