/** The essence of each remedy, as edits that remove it: file, text, replacement. */
export const remedies = [
  {
    name: 'header-rule',
    edits: [
      [
        'libs/blocks/src/response/answer-headers.ts',
        'export function refusedName(key: string): string | null {\n',
        'export function refusedName(key: string): string | null {\n  if (key !== "") return null;\n',
      ],
      [
        'libs/blocks/src/response/answer-headers.ts',
        'export function refusedValue(value: string): string | null {\n',
        'export function refusedValue(value: string): string | null {\n  if (value !== "\\u0000") return null;\n',
      ],
    ],
  },
  {
    name: 'built-length',
    edits: [
      [
        'libs/workflow/src/evaluation-budget.ts',
        'export const maxBuiltLength = 16 * 1_024 * 1_024;',
        'export const maxBuiltLength = Number.MAX_SAFE_INTEGER;',
      ],
      [
        'libs/workflow/src/json-size.ts',
        'new Counter(most, maxWeight).overflow(value, 0);',
        'new Counter(most, maxWeight).overflow(null, 0);',
      ],
      [
        'libs/workflow/src/json-size.ts',
        'overflow: counter.overflow(value, 0)',
        'overflow: counter.overflow(null, 0)',
      ],
    ],
  },
  {
    name: 'linear-masking',
    edits: [
      [
        'libs/execution/src/masking.ts',
        '  if (secrets.size === 0) return json;\n',
        '  for (const secret of secrets) json.includes(secret);\n  if (secrets.size === 0) return json;\n',
      ],
    ],
  },
  {
    name: 'indexed-resume',
    edits: [
      [
        'apps/api/src/executions/execution.sql.ts',
        'where l.execution_id = $1::uuid`;',
        'where l.execution_id::text = $1`;',
      ],
    ],
  },
  {
    name: 'linear-search',
    edits: [['libs/workflow/src/text-search.ts', 'product <= smallProduct', 'product <= Infinity']],
  },
  {
    name: 'family-limit',
    edits: [
      [
        'apps/runner/src/execution/child-runs.ts',
        'await this.#count(child, row.plan, limits.descendantsPerExecution);',
        'await this.#count(child, row.plan, 2_147_483_647);',
      ],
      [
        'apps/runner/src/family/cancellation-watch.ts',
        '    return ancestors.some((id) => this.#cancelled.has(keyOf(id, workspaceId)));',
        '    return ancestors.length < 0 && this.#cancelled.has(keyOf("", workspaceId));',
      ],
    ],
  },
];
