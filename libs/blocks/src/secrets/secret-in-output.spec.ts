import { describe, expect, it } from '@jest/globals';
import { checkDefinition } from '../check-definition.js';

/** Problems of a workflow with this block, each as place and message. */
function problemsOf(block: object, variables: object = {}): string[] {
  const checked = checkDefinition({
    blocks: [
      { id: 'start', type: 'manual', name: 'start', config: {} },
      { id: 'b', name: 'B', ...block },
    ],
    edges: [{ from: 'start', to: 'b' }],
    variables,
  });
  if (checked.ok) return [];
  return checked.problems.map(
    ({ code, field, line, column, message }) => `${code} ${field} ${line}:${column} ${message}`,
  );
}

const functionOf = (code: string) => ({ type: 'function', config: { code } });

describe('a secret in a recorded value', () => {
  it.each([
    ['variables', { values: { a: 1, auth: 'Bearer {{KEY}}' } }, 'config.values.auth 1:8'],
    ['variables', { values: { a: [{ b: '{{ KEY }}' }] } }, 'config.values.a[0].b 1:1'],
    [
      'workflow',
      { workflowId: '00000000-0000-4000-8000-000000000001', input: { key: '{{KEY}}' } },
      'config.input.key 1:1',
    ],
  ])('is a problem in a block of type %s', (type, config, place) => {
    expect(problemsOf({ type, config })).toEqual([
      `SECRET_IN_OUTPUT ${place} The secret "KEY" would be a part of the result, and secrets are not recorded. Write {{KEY}} in the block that sends it`,
    ]);
  });

  it('is a problem in a workflow variable, with its place', () => {
    expect(
      problemsOf(functionOf('return 1'), { deep: { auth: ['x', '\nBearer {{KEY}}'] } }),
    ).toEqual([
      'SECRET_IN_OUTPUT variables.deep.auth[1] 2:8 A workflow variable is plain text, so {{KEY}} would stay as it is. Write {{KEY}} in the block that sends it',
    ]);
  });

  it.each([
    ['return "Bearer " + {{KEY}}', '1:20'],
    ['return `Bearer ${{{KEY}}}`', '1:18'],
    ['const auth = "Bearer " + {{KEY}};\nreturn { auth }', '1:26'],
    ['if (<start.x>) {\n  return [{ a: {{KEY}} }];\n}\nreturn 1', '2:16'],
    ['const o = { a: {{KEY}} }; return { ...o, b: 1 }', '1:16'],
    ['return <start.x> ? {{KEY}} : null', '1:20'],
    ['return await {{KEY}}', '1:14'],
  ])('is a problem in code that gives it back: %s', (code, place) => {
    expect(problemsOf(functionOf(code))).toEqual([
      expect.stringContaining(`SECRET_IN_OUTPUT config.code ${place} The secret "KEY"`),
    ]);
  });

  it.each([
    'return {{KEY}}.length',
    'return {{KEY}} === <start.x>',
    'return hash({{KEY}}); function hash(text) { return text.length + {{KEY}} }',
    'let auth = {{KEY}}; auth = 1; return auth',
    'const f = () => { return {{KEY}} }; return f().length',
    'const a = {{KEY}}; { const a = 1; return a }',
    'const { length } = {{KEY}}; return length',
    '{{KEY}}; return `${1}`',
  ])('is no problem in code that may not give it back: %s', (code) => {
    expect(problemsOf(functionOf(code))).toEqual([]);
  });

  it('is no problem in a block that sends it', () => {
    const config = {
      url: 'https://api.example',
      headers: [{ key: 'authorization', value: 'Bearer {{KEY}}' }],
    };
    expect(problemsOf({ type: 'api', config })).toEqual([]);
  });

  it('is found in code of any nesting in linear time', () => {
    const deep = `${'['.repeat(2_000)}{{KEY}}${']'.repeat(2_000)}`;
    expect(problemsOf(functionOf(`return ${deep}`))).toHaveLength(1);
    const chain = Array.from({ length: 4_000 }, (_, n) => `const c${n + 1} = c${n} + c${n};`);
    expect(
      problemsOf(functionOf(`const c0 = {{KEY}};\n${chain.join('\n')}\nreturn c4000`)),
    ).toHaveLength(1);
  });
});
