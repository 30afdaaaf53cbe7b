/**
 * Names whose values a function body gives back in its result: `return "Bearer " + name`, also as a
 * part of an object, or through a `const`. Values that go through calls are not followed. Linear,
 * without recursion: authors choose the nesting.
 */
import type { Node, Program } from 'acorn';

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string';

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (node: Node): Fields => node as unknown as Fields;

const childrenOf = (node: Node): Node[] =>
  Object.values(fieldsOf(node)).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

/** Parts of an expression that its value contains. */
function contained(node: Node): unknown[] {
  const fields = fieldsOf(node);
  switch (node.type) {
    case 'BinaryExpression':
      return fields['operator'] === '+' ? [fields['left'], fields['right']] : [];
    case 'TemplateLiteral':
    case 'SequenceExpression': {
      const expressions = fields['expressions'] as unknown[];
      return node.type === 'TemplateLiteral' ? expressions : expressions.slice(-1);
    }
    case 'LogicalExpression':
      return [fields['left'], fields['right']];
    case 'ConditionalExpression':
      return [fields['consequent'], fields['alternate']];
    case 'ObjectExpression':
      return fields['properties'] as unknown[];
    case 'Property':
      return [fields['value']];
    case 'ArrayExpression':
      return fields['elements'] as unknown[];
    case 'SpreadElement':
    case 'AwaitExpression':
      return [fields['argument']];
    default:
      return [];
  }
}

interface Body {
  readonly returned: unknown[];
  /** By name: the value of a `const`; null for a name that is declared more than once. */
  readonly constants: ReadonlyMap<string, unknown>;
}

/** Body of the function itself, without the functions inside it. */
function bodyOf(program: Program): Body {
  const returned: unknown[] = [];
  const constants = new Map<string, unknown>();
  const open: Node[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (/Function|Class/.test(node.type)) continue;
    const fields = fieldsOf(node);
    if (node.type === 'ReturnStatement') returned.push(fields['argument']);
    if (node.type === 'VariableDeclarator') {
      const { name } = fieldsOf(fields['id'] as Node);
      if (typeof name === 'string')
        constants.set(name, constants.has(name) ? null : fields['init']);
    }
    if (node.type === 'VariableDeclaration' && fields['kind'] !== 'const') continue;
    open.push(...childrenOf(node));
  }
  return { returned, constants };
}

export function returnedNames(
  program: Program,
  names: Pick<ReadonlySet<string>, 'has' | 'size'>,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (names.size === 0) return found;
  const { returned: open, constants } = bodyOf(program);
  const seen = new Set<string>();
  while (open.length > 0) {
    const node = open.pop();
    if (!isNode(node)) continue;
    const { name } = fieldsOf(node);
    if (node.type !== 'Identifier' || typeof name !== 'string') open.push(...contained(node));
    else if (names.has(name)) found.add(name);
    else if (!seen.has(name)) {
      seen.add(name);
      open.push(constants.get(name));
    }
  }
  return found;
}
