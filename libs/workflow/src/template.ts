/**
 * Configuration values with references in them, compiled once per workflow version and resolved once per execution.
 * A string that is exactly one reference keeps the type of what it refers to; inside other text, values are written as text
 * (objects as JSON).
 */
import { normalizeName, parseText, type ParsedReference, type TextPart } from './reference.js';

/** Where references get their values from while an execution runs. */
export interface Scope {
  /** Output of a block that ran, else null; follows the path. */
  block(blockId: string, path: readonly string[]): unknown;
  variable(name: string, path: readonly string[]): unknown;
  /** Value of a workspace secret. Throws when there is none with that name. */
  secret(name: string): string;
}

export type Template = (scope: Scope) => unknown;

/** Why a value could not be compiled: `path` is relative to the compiled value, e.g. `.url` or `[2].value`. */
export interface TemplateProblem {
  readonly path: string;
  readonly message: string;
}

export interface TemplateCompiler {
  readonly problems: readonly TemplateProblem[];
  /** Compiles any JSON value; problems are collected, not thrown. */
  value(source: unknown, path: string): Template;
  /** Compiles a reference; null (and a problem) when it names nothing. */
  reference(reference: ParsedReference, path: string): Template | null;
  parse(source: string): TextPart[];
  /** Names of the secrets used so far. */
  readonly secrets: ReadonlySet<string>;
}

const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value);

/**
 * @param blockIdByName normalized name -> block id
 * @param variables names of the workflow's variables, normalized
 */
export function createTemplateCompiler(
  blockIdByName: ReadonlyMap<string, string>,
  variables: ReadonlyMap<string, string>,
): TemplateCompiler {
  const problems: TemplateProblem[] = [];
  const secrets = new Set<string>();

  function reference(parsed: ParsedReference, path: string): Template | null {
    const name = normalizeName(parsed.name);
    if (name === 'variable') {
      const [variableName = '', ...rest] = parsed.path;
      const variable = variables.get(normalizeName(variableName));
      if (variable !== undefined) return (scope) => scope.variable(variable, rest);
      problems.push({
        path,
        message: `${parsed.text} refers to a variable that this workflow does not have`,
      });
      return null;
    }
    const blockId = blockIdByName.get(name);
    if (blockId !== undefined) return (scope) => scope.block(blockId, parsed.path);
    problems.push({
      path,
      message: `${parsed.text} refers to a block that this workflow does not have`,
    });
    return null;
  }

  const parse = (source: string): TextPart[] =>
    parseText(source, (name) => blockIdByName.has(name));

  function part(piece: TextPart, path: string): Template {
    switch (piece.kind) {
      case 'text':
        return () => piece.text;
      case 'secret':
        secrets.add(piece.name);
        return (scope) => scope.secret(piece.name);
      case 'reference':
        return reference(piece.reference, path) ?? (() => null);
    }
  }

  function text(source: string, path: string): Template {
    const pieces = parse(source).map((piece) => part(piece, path));
    const [only] = pieces;
    if (only !== undefined && pieces.length === 1) return only;
    return (scope) => pieces.map((piece) => asText(piece(scope))).join('');
  }

  function value(source: unknown, path: string): Template {
    if (typeof source === 'string') return text(source, path);
    if (Array.isArray(source)) {
      const items = source.map((item, index) => value(item, `${path}[${index}]`));
      return (scope) => items.map((item) => item(scope));
    }
    if (source !== null && typeof source === 'object') {
      const fields = Object.entries(source).map(
        ([key, field]) => [key, value(field, `${path}.${key}`)] as const,
      );
      return (scope) => Object.fromEntries(fields.map(([key, field]) => [key, field(scope)]));
    }
    return () => source;
  }

  return { problems, secrets, value, reference, parse };
}

/** Text of a resolved value where only text makes sense (URLs, header values). */
export const templateText = asText;
