/**
 * JavaScript expressions in conditions. One parser (acorn) decides what is plain: literals, references, comparisons, logic,
 * arithmetic, own properties and a closed list of side-effect-free methods. Plain ones are compiled to closures and need no
 * sandbox; anything else is a NotPlainError with its place.
 */
import {
  parseExpressionAt,
  type Expression,
  type Node,
  type PrivateIdentifier,
  type SpreadElement,
  type Super,
} from 'acorn';
import { codeText, type CodeText } from './code-text.js';
import { shownPlace, type TextPlace } from './place.js';
import type { Scope, Template, TemplateCompiler } from './template.js';

/** Code or a setting of a block that can't be compiled. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  constructor(
    message: string,
    /** Relative to the block's configuration, e.g. `.conditions[0].expression`. */
    readonly path: string,
    /** Null: all of it. */
    readonly place: TextPlace | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** JavaScript, but more than can be interpreted in place: it takes the sandbox. */
export class NotPlainError extends Error {
  override readonly name = 'NotPlainError';
}

type Evaluate = (values: readonly unknown[]) => unknown;

const textMethods = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'indexOf',
  'slice',
  'split',
  'at',
  'charAt',
  'toString',
]);
const listMethods = new Set(['includes', 'indexOf', 'slice', 'at', 'join']);

const binary: Record<string, (a: never, b: never) => unknown> = {
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  // Authors of conditions write == and mean JavaScript's ==.
  /* eslint-disable eqeqeq */
  '==': (a, b) => a == b,
  '!=': (a, b) => a != b,
  /* eslint-enable eqeqeq */
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '+': (a, b) => (a as number) + (b as number),
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function refuse(node: Node, what: string): never {
  throw new NotPlainError(`${what} at character ${node.start + 1} is not allowed in an expression`);
}

/** A reference inside quotes can't become a value: refuse it instead of comparing with its name. */
function refuseQuoted(text: string, node: Node): void {
  if (/__ref\d+__/.test(text)) throw new QuotedReferenceError(node.start);
}

class QuotedReferenceError extends Error {
  constructor(readonly offset: number) {
    super('a reference must not stand inside quotes; write "text" + <block.field>');
  }
}

function property(target: unknown, key: unknown): unknown {
  if ((typeof target === 'string' || Array.isArray(target)) && key === 'length')
    return target.length;
  if (typeof target === 'string' && typeof key === 'number') return target[key];
  if (target === null || typeof target !== 'object') return undefined;
  const name = String(key);
  return Object.hasOwn(target, name) ? (target as Record<string, unknown>)[name] : undefined;
}

function call(target: unknown, method: string, args: unknown[]): unknown {
  if (typeof target === 'string' && textMethods.has(method)) {
    return (target as unknown as Record<string, (...a: unknown[]) => unknown>)[method]?.(...args);
  }
  if (Array.isArray(target) && listMethods.has(method)) {
    return (target as unknown as Record<string, (...a: unknown[]) => unknown>)[method]?.(...args);
  }
  return undefined;
}

function compileNode(
  node: Expression | SpreadElement | Super | PrivateIdentifier,
  names: readonly string[],
): Evaluate {
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- what is not listed is refused, new syntax too
  switch (node.type) {
    case 'Literal': {
      if (node.regex != null || node.bigint != null) return refuse(node, 'This literal');
      const { value } = node;
      if (typeof value === 'string') refuseQuoted(value, node);
      return () => value;
    }
    case 'Identifier': {
      if (node.name === 'undefined') return () => undefined;
      const index = names.indexOf(node.name);
      if (index < 0) return refuse(node, `The name "${node.name}"`);
      return (values) => values[index];
    }
    case 'ParenthesizedExpression':
      return compileNode(node.expression, names);
    case 'ChainExpression':
      return compileNode(node.expression, names);
    case 'ArrayExpression': {
      const items = node.elements.map((item) =>
        item === null ? () => undefined : compileNode(item, names),
      );
      return (values) => items.map((item) => item(values));
    }
    case 'TemplateLiteral': {
      const inner = node.expressions.map((item) => compileNode(item, names));
      const texts = node.quasis.map((quasi) => quasi.value.cooked ?? '');
      for (const text of texts) refuseQuoted(text, node);
      return (values) =>
        texts
          .map((text, i) => text + (inner[i] === undefined ? '' : String(inner[i](values))))
          .join('');
    }
    case 'UnaryExpression': {
      const argument = compileNode(node.argument, names);
      if (node.operator === '!') return (values) => !argument(values);
      if (node.operator === '-') return (values) => -(argument(values) as number);
      if (node.operator === '+') return (values) => Number(argument(values));
      if (node.operator === 'typeof') return (values) => typeof argument(values);
      return refuse(node, `The operator ${node.operator}`);
    }
    case 'LogicalExpression': {
      const [left, right] = [compileNode(node.left, names), compileNode(node.right, names)];
      if (node.operator === '&&') return (values) => left(values) && right(values);
      if (node.operator === '||') return (values) => left(values) || right(values);
      return (values) => left(values) ?? right(values);
    }
    case 'BinaryExpression': {
      const operate = binary[node.operator];
      if (operate === undefined) return refuse(node, `The operator ${node.operator}`);
      const [left, right] = [compileNode(node.left, names), compileNode(node.right, names)];
      return (values) => operate(left(values) as never, right(values) as never);
    }
    case 'ConditionalExpression': {
      const [test, yes, no] = [node.test, node.consequent, node.alternate].map((item) =>
        compileNode(item, names),
      );
      return (values) => (test?.(values) ? yes?.(values) : no?.(values));
    }
    case 'MemberExpression': {
      const object = compileNode(node.object, names);
      if (node.computed) {
        const key = compileNode(node.property, names);
        return (values) => property(object(values), key(values));
      }
      if (node.property.type !== 'Identifier') return refuse(node, 'This property');
      const { name } = node.property;
      return (values) => property(object(values), name);
    }
    case 'CallExpression': {
      const { callee } = node;
      if (
        callee.type !== 'MemberExpression' ||
        callee.computed ||
        callee.property.type !== 'Identifier'
      ) {
        return refuse(node, 'This call');
      }
      const { name } = callee.property;
      if (!textMethods.has(name) && !listMethods.has(name))
        return refuse(node, `The method "${name}"`);
      const object = compileNode(callee.object, names);
      const args = node.arguments.map((item) => compileNode(item, names));
      return (values) =>
        call(
          object(values),
          name,
          args.map((item) => item(values)),
        );
    }
    default:
      return refuse(node, `A ${node.type}`);
  }
}

/** acorn ends its messages with a place of its own, in the code with names instead of references. */
export const withoutPlace = (message: string): string => message.replace(/ \(\d+:\d+\)$/, '');

function parsed({ code, placeOf }: CodeText, path: string): Expression {
  let ast: Expression;
  try {
    ast = parseExpressionAt(code, 0, { ecmaVersion: 2024 });
  } catch (cause) {
    const { message, pos = 0 } = cause as Error & { pos?: number };
    const place = placeOf(pos);
    throw new ExpressionError(
      `not a JavaScript expression: ${withoutPlace(message)} (${shownPlace(place)})`,
      path,
      place,
      { cause },
    );
  }
  const rest = code.slice(ast.end).trim();
  if (rest === '') return ast;
  const place = placeOf(code.length - code.slice(ast.end).trimStart().length);
  const message = `unexpected "${rest.slice(0, 20)}" after the expression (${shownPlace(place)})`;
  throw new ExpressionError(message, path, place);
}

/**
 * Compiles an expression such as `<api.status> === 200`. References to unknown blocks become problems of the compiler.
 * @param path of the expression in the configuration, e.g. `.conditions[0].expression`
 * @throws ExpressionError with its place when it is not JavaScript, NotPlainError when it takes the sandbox
 */
export function compileExpression(
  source: string,
  compiler: TemplateCompiler,
  path: string,
): Template {
  const templates: Template[] = [];
  const names: string[] = [];
  const text = codeText(source, compiler.parse(source), (part) => {
    const name = `__ref${names.length}__`;
    names.push(name);
    templates.push(compiler.part(part, path, source));
    return name;
  });
  const ast = parsed(text, path);
  let evaluate: Evaluate;
  try {
    evaluate = compileNode(ast, names);
  } catch (error) {
    if (!(error instanceof QuotedReferenceError)) throw error;
    const place = text.placeOf(error.offset);
    throw new ExpressionError(`${error.message} (${shownPlace(place)})`, path, place);
  }
  return (scope: Scope) => evaluate(templates.map((template) => template(scope)));
}
