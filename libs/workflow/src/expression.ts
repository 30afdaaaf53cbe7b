/**
 * JavaScript expressions in conditions. One parser (acorn) decides which are plain: literals,
 * references, comparisons, logic, arithmetic, own properties and a closed list of side-effect-free
 * methods. Plain ones are compiled to closures and need no sandbox. Anything else is a
 * NotPlainError with its position.
 */
import {
  parseExpressionAt,
  type CallExpression,
  type Expression,
  type Literal,
  type MemberExpression,
  type Node,
  type PrivateIdentifier,
  type SpreadElement,
  type Super,
  type TemplateLiteral,
  type UnaryExpression,
} from 'acorn';
import { codeText, type CodeText, shownPlace, type TextPlace } from './code-text.js';
import { numberOf, textOf, type Charge } from './coercion.js';
import type { EvaluationBudget } from './evaluation-budget.js';
import { callMethod, isMethod, property } from './expression-methods.js';
import { operators } from './expression-operators.js';
import type { Scope } from './scope.js';
import type { Template, TemplateCompiler } from './template.js';

/** Code or a setting of a block that can't be compiled. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  constructor(
    message: string,
    /** Relative to the block's configuration, e.g. `.conditions[0].expression`. */
    readonly path: string,
    /** Null: the whole text. */
    readonly place: TextPlace | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** JavaScript that cannot be interpreted in place: it needs the sandbox. */
export class NotPlainError extends Error {
  override readonly name = 'NotPlainError';
}

type Evaluate = (values: readonly unknown[], budget: EvaluationBudget) => unknown;

/** Far beyond what people write. Closures call each other to this depth. */
const maxDepth = 500;

/** An expression during its compilation. */
interface Compilation {
  /** Index of a reference's value, by the name that stands for the reference. */
  readonly names: ReadonlyMap<string, number>;
  /** Position of a node, for messages of the run. */
  where(node: Node): string;
}

function refuse(node: Node, what: string): never {
  throw new NotPlainError(`${what} at character ${node.start + 1} is not allowed in an expression`);
}

/** A reference inside quotes can't become a value: refused instead of compared by its name. */
function refuseQuoted(text: string, node: Node): void {
  if (/__ref\d+__/.test(text)) throw new QuotedReferenceError(node.start);
}

class QuotedReferenceError extends Error {
  constructor(readonly offset: number) {
    super('a reference must not be inside quotes; write "text" + <block.field>');
  }
}

class TooDeepError extends Error {
  constructor(readonly offset: number) {
    super(`nested more than ${maxDepth} levels deep; each operator counts as one`);
  }
}

type AnyNode = Expression | SpreadElement | Super | PrivateIdentifier;

class NodeCompiler {
  #depth = 0;

  constructor(private readonly compilation: Compilation) {}

  compile(node: AnyNode): Evaluate {
    if (this.#depth >= maxDepth) throw new TooDeepError(node.start);
    this.#depth += 1;
    const evaluate = this.#compiled(node);
    this.#depth -= 1;
    return evaluate;
  }

  /** Budget and position for the charges of an operation at this node. */
  #charge(node: Node): (budget: EvaluationBudget) => Charge {
    const where = (): string => this.compilation.where(node);
    return (budget) => ({ budget, where });
  }

  #compiled(node: AnyNode): Evaluate {
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- what is not listed is refused, new syntax too
    switch (node.type) {
      case 'Literal':
        return this.#literal(node);
      case 'Identifier': {
        if (node.name === 'undefined') return () => undefined;
        const index = this.compilation.names.get(node.name);
        if (index === undefined) return refuse(node, `The name "${node.name}"`);
        return (values) => values[index];
      }
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.compile(node.expression);
      case 'ArrayExpression': {
        const items = node.elements.map((item) =>
          item === null ? () => undefined : this.compile(item),
        );
        return (values, budget) => items.map((item) => item(values, budget));
      }
      case 'TemplateLiteral':
        return this.#template(node);
      case 'UnaryExpression':
        return this.#unary(node);
      case 'LogicalExpression': {
        const [left, right] = [this.compile(node.left), this.compile(node.right)];
        if (node.operator === '&&') return (...given) => left(...given) && right(...given);
        if (node.operator === '||') return (...given) => left(...given) || right(...given);
        return (...given) => left(...given) ?? right(...given);
      }
      case 'BinaryExpression': {
        const operate = operators[node.operator];
        if (operate === undefined) return refuse(node, `The operator ${node.operator}`);
        const [left, right] = [this.compile(node.left), this.compile(node.right)];
        const charge = this.#charge(node);
        return (values, budget) =>
          operate(left(values, budget), right(values, budget), charge(budget));
      }
      case 'ConditionalExpression': {
        const test = this.compile(node.test);
        const [yes, no] = [this.compile(node.consequent), this.compile(node.alternate)];
        return (...given) => (test(...given) ? yes(...given) : no(...given));
      }
      case 'MemberExpression':
        return this.#member(node);
      case 'CallExpression':
        return this.#call(node);
      default:
        return refuse(node, `A ${node.type}`);
    }
  }

  #literal(node: Literal): Evaluate {
    if (node.regex != null || node.bigint != null) return refuse(node, 'This literal');
    const { value } = node;
    if (typeof value === 'string') refuseQuoted(value, node);
    return () => value;
  }

  #template(node: TemplateLiteral): Evaluate {
    const inner = node.expressions.map((item) => this.compile(item));
    const texts = node.quasis.map((quasi) => quasi.value.cooked ?? '');
    for (const text of texts) refuseQuoted(text, node);
    const chargeOf = this.#charge(node);
    return (values, budget) => {
      const charge = chargeOf(budget);
      const pieces = texts.map((text, index) => {
        const value = inner[index]?.(values, budget);
        const piece = index in inner ? textOf(value, charge) : '';
        budget.build(text.length + piece.length, charge.where);
        return text + piece;
      });
      return pieces.join('');
    };
  }

  #unary(node: UnaryExpression): Evaluate {
    const argument = this.compile(node.argument);
    const charge = this.#charge(node);
    if (node.operator === '!') return (...given) => !argument(...given);
    if (node.operator === '-')
      return (values, budget) => -numberOf(argument(values, budget), charge(budget));
    if (node.operator === '+')
      return (values, budget) => numberOf(argument(values, budget), charge(budget));
    if (node.operator === 'typeof') return (...given) => typeof argument(...given);
    return refuse(node, `The operator ${node.operator}`);
  }

  #member(node: MemberExpression): Evaluate {
    const object = this.compile(node.object);
    const charge = this.#charge(node);
    if (node.computed) {
      const key = this.compile(node.property);
      return (values, budget) =>
        property(object(values, budget), key(values, budget), charge(budget));
    }
    if (node.property.type !== 'Identifier') return refuse(node, 'This property');
    const { name } = node.property;
    return (values, budget) => property(object(values, budget), name, charge(budget));
  }

  #call(node: CallExpression): Evaluate {
    const { callee } = node;
    if (
      callee.type !== 'MemberExpression' ||
      callee.computed ||
      callee.property.type !== 'Identifier'
    ) {
      return refuse(node, 'This call');
    }
    const { name } = callee.property;
    if (!isMethod(name)) return refuse(node, `The method "${name}"`);
    const object = this.compile(callee.object);
    const args = node.arguments.map((item) => this.compile(item));
    const charge = this.#charge(node);
    return (values, budget) => {
      const target = object(values, budget);
      const given = args.map((item) => item(values, budget));
      return callMethod(target, name, given, charge(budget));
    };
  }
}

/** acorn appends a position of its own, in the code with names instead of references. */
export const withoutPlace = (message: string): string => message.replace(/ \(\d+:\d+\)$/, '');

function parsed({ code, placeOf }: CodeText, path: string): Expression {
  let ast: Expression;
  try {
    ast = parseExpressionAt(code, 0, { ecmaVersion: 2024 });
  } catch (cause) {
    const { message, pos = 0 } = cause as Error & { pos?: number };
    // The parser itself ran out of stack.
    if (cause instanceof RangeError)
      throw new ExpressionError('nested too deeply', path, null, { cause });
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
 * Compiles an expression such as `<api.status> === 200`. References to unknown blocks become
 * problems of the compiler.
 * @param path of the expression in the configuration, e.g. `.conditions[0].expression`
 * @throws ExpressionError with its position when it is not JavaScript, NotPlainError when it needs
 * the sandbox
 */
export function compileExpression(
  source: string,
  compiler: TemplateCompiler,
  path: string,
): Template {
  const templates: Template[] = [];
  const names = new Map<string, number>();
  const text = codeText(source, compiler.parse(source), (part) => {
    const name = `__ref${names.size}__`;
    names.set(name, names.size);
    templates.push(compiler.part(part, path, source));
    return name;
  });
  const ast = parsed(text, path);
  const where = (node: Node): string => `${path} (${shownPlace(text.placeOf(node.start))})`;
  let evaluate: Evaluate;
  try {
    evaluate = new NodeCompiler({ names, where }).compile(ast);
  } catch (error) {
    if (!(error instanceof QuotedReferenceError || error instanceof TooDeepError)) throw error;
    const place = text.placeOf(error.offset);
    throw new ExpressionError(`${error.message} (${shownPlace(place)})`, path, place);
  }
  return (scope: Scope) => {
    const values = templates.map((template) => template(scope));
    return evaluate(values, scope.budget);
  };
}
