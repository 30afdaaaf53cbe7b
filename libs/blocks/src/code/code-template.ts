/**
 * Prepares author code with references for the sandbox. A reference becomes the name of a
 * parameter, never text, so another block's output can't become code. Checked when the workflow is
 * saved, with line and column.
 */
import { maxBlockOutputBytes } from '@libs/contracts';
import {
  codeText,
  ExpressionError,
  shownPlace,
  withoutPlace,
  type CodeText,
  type Scope,
  type Template,
  type TemplateCompiler,
  type TextPart,
  type TextPlace,
} from '@libs/workflow';
import { parse, parseExpressionAt, type Options, type Token } from 'acorn';
import { returnedNames } from './returned-names.js';

/** Limits of author code when the author sets none. */
export const sandboxLimits = {
  timeoutMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  maxResultLength: maxBlockOutputBytes,
} as const;

export interface CodeTemplate {
  readonly code: string;
  readonly parameters: readonly string[];
  /** JSON text of the list of arguments. */
  argumentsText(scope: Scope): string;
}

export interface FunctionTemplate extends CodeTemplate {
  /** Position in the author's text of a place in the code. */
  placeOf(place: TextPlace): TextPlace;
}

type SecretPart = Extract<TextPart, { kind: 'secret' }>;

/** Gives each reference its parameter; shared by all code that runs together. */
export interface CodeReferences {
  readonly parameters: readonly string[];
  readonly templates: readonly Template[];
  /** By parameter. */
  readonly secrets: ReadonlyMap<string, SecretPart>;
  /** The source with parameters in place of references. */
  replace(source: string, path: string): CodeText;
}

export function createCodeReferences(compiler: TemplateCompiler): CodeReferences {
  const parameters: string[] = [];
  const templates: Template[] = [];
  const secrets = new Map<string, SecretPart>();
  return {
    parameters,
    templates,
    secrets,
    replace: (source, path) =>
      codeText(source, compiler.parse(source), (part) => {
        const name = `__ref${parameters.length}__`;
        parameters.push(name);
        if (part.kind === 'secret') secrets.set(name, part);
        templates.push(compiler.part(part, path, source));
        return name;
      }),
  };
}

const quotedReference = 'a reference must not be inside quotes; write "text" + <block.field>';

/** @param path of the code in the configuration, e.g. `.code` */
function refuse(path: string, error: unknown, { placeOf }: CodeText): never {
  if (error instanceof ExpressionError) throw error;
  const { message, pos = 0 } = error as Error & { pos?: number };
  const place = placeOf(pos);
  const text = `not JavaScript: ${withoutPlace(message)} (${shownPlace(place)})`;
  throw new ExpressionError(text, path, place, { cause: error });
}

function refuseQuoted(token: Token, { code, placeOf }: CodeText, path: string): void {
  const { label } = token.type;
  const mayHide = label === 'string' || label === 'template' || label === 'regexp';
  const at = mayHide ? code.slice(token.start, token.end).search(/__ref\d+__/) : -1;
  if (at < 0) return;
  const place = placeOf(token.start + at);
  throw new ExpressionError(`${quotedReference} (${shownPlace(place)})`, path, place);
}

const ofCode = (text: CodeText, path: string): Options => ({
  ecmaVersion: 2023,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  onToken: (token: Token) => refuseQuoted(token, text, path),
});

/**
 * Compiles a function body.
 * @throws ExpressionError with path, line and column
 */
export function compileCode(
  source: string,
  compiler: TemplateCompiler,
  path: string,
): FunctionTemplate {
  compiler.countCode(source.length);
  const references = createCodeReferences(compiler);
  const text = references.replace(source, path);
  try {
    const program = parse(text.code, ofCode(text, path));
    for (const name of returnedNames(program, references.secrets))
      compiler.noteShown(references.secrets.get(name) as SecretPart, path, source);
  } catch (error) {
    refuse(path, error, text);
  }
  return {
    code: text.code,
    ...bound(references),
    placeOf: ({ line, column }) => {
      const before = text.code
        .split('\n')
        .slice(0, line - 1)
        .join('\n');
      return text.placeOf(before.length + (line === 1 ? 0 : 1) + column - 1);
    },
  };
}

/**
 * Compiles one expression of several that share their references.
 * @throws ExpressionError with path, line and column
 */
export function compileExpressionCode(
  source: string,
  references: CodeReferences,
  path: string,
): string {
  const text = references.replace(source, path);
  const { code } = text;
  try {
    const { end } = parseExpressionAt(code, 0, ofCode(text, path));
    const rest = code.slice(end).trim();
    if (rest !== '') {
      const place = text.placeOf(code.length - code.slice(end).trimStart().length);
      const message = `unexpected "${rest.slice(0, 20)}" after the expression`;
      throw new ExpressionError(`${message} (${shownPlace(place)})`, path, place);
    }
  } catch (error) {
    refuse(path, error, text);
  }
  return code;
}

/** The part of a sandbox job besides the code. */
export const bound = (
  references: CodeReferences,
): Pick<CodeTemplate, 'parameters' | 'argumentsText'> => ({
  parameters: references.parameters,
  argumentsText: (scope) =>
    scope.budget.jsonText(
      references.templates.map((template) => template(scope) ?? null),
      'the values that the code refers to',
    ),
});
