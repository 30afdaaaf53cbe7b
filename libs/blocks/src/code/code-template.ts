/**
 * Author code with references in it, made ready for the sandbox. A reference becomes the name of a parameter, never text: what
 * another block gave can't become code. Checked when the workflow is saved, with line and column.
 */
import { ExpressionError, type Scope, type Template, type TemplateCompiler } from '@libs/workflow';
import { parse, parseExpressionAt, type Options, type Token } from 'acorn';

export interface CodeTemplate {
  readonly code: string;
  readonly parameters: readonly string[];
  /** JSON text of the list of arguments. */
  argumentsText(scope: Scope): string;
}

/** Gives each reference its parameter; shared by all pieces of code that run together. */
export interface CodeReferences {
  readonly parameters: readonly string[];
  readonly templates: readonly Template[];
  /** The source with parameters in place of references. */
  replace(source: string, path: string): string;
}

export function createCodeReferences(compiler: TemplateCompiler): CodeReferences {
  const parameters: string[] = [];
  const templates: Template[] = [];
  return {
    parameters,
    templates,
    replace: (source, path) =>
      compiler
        .parse(source)
        .map((part) => {
          if (part.kind === 'text') return part.text;
          const name = `__ref${parameters.length}__`;
          parameters.push(name);
          templates.push(
            part.kind === 'secret'
              ? compiler.value(`{{${part.name}}}`, path)
              : (compiler.reference(part.reference, path) ?? (() => null)),
          );
          return name;
        })
        .join(''),
  };
}

const quotedReference = 'a reference must not stand inside quotes; write "text" + <block.field>';

/** @param path relative to the configuration, e.g. `code`; it opens the message */
function refuse(path: string, error: unknown): never {
  if (error instanceof ExpressionError) throw error;
  const { message } = error as Error;
  throw new ExpressionError(`${path}: not JavaScript: ${message}`, { cause: error });
}

function refuseQuoted(token: Token, code: string, path: string): void {
  const { label } = token.type;
  const mayHide = label === 'string' || label === 'template' || label === 'regexp';
  const text = mayHide ? code.slice(token.start, token.end) : '';
  if (!/__ref\d+__/.test(text)) return;
  throw new ExpressionError(`${path}: ${quotedReference} (line ${token.loc?.start.line ?? 1})`);
}

const ofCode = (code: string, path: string): Options => ({
  ecmaVersion: 2023,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  locations: true,
  onToken: (token: Token) => refuseQuoted(token, code, path),
});

/**
 * A function body.
 * @throws ExpressionError naming path, line and column
 */
export function compileCode(
  source: string,
  compiler: TemplateCompiler,
  path: string,
): CodeTemplate {
  const references = createCodeReferences(compiler);
  const code = references.replace(source, `.${path}`);
  try {
    parse(code, ofCode(code, path));
  } catch (error) {
    refuse(path, error);
  }
  return { code, ...bound(references) };
}

/**
 * One expression among several that share their references.
 * @throws ExpressionError naming path, line and column
 */
export function compileExpressionCode(
  source: string,
  references: CodeReferences,
  path: string,
): string {
  const code = references.replace(source, `.${path}`);
  try {
    const { end } = parseExpressionAt(code, 0, ofCode(code, path));
    const rest = code.slice(end).trim();
    if (rest !== '') {
      throw new ExpressionError(`${path}: unexpected "${rest.slice(0, 20)}" after the expression`);
    }
  } catch (error) {
    refuse(path, error);
  }
  return code;
}

/** What a job of the sandbox needs besides the code. */
export const bound = (
  references: CodeReferences,
): Pick<CodeTemplate, 'parameters' | 'argumentsText'> => ({
  parameters: references.parameters,
  argumentsText: (scope) =>
    JSON.stringify(references.templates.map((template) => template(scope) ?? null)),
});
