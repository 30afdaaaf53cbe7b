import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import a11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { plainComments } from './scripts/plain-comments.mjs';

/** In the key of ESLint's cache, with this file: what else decides what is a fault. */
const version = createHash('sha256');
for (const name of ['package-lock.json', 'tsconfig.json', 'scripts/plain-comments.mjs'])
  version.update(readFileSync(new URL(name, import.meta.url)));
const flowledger = {
  meta: { name: 'flowledger', version: version.digest('hex') },
  rules: { 'plain-comments': plainComments },
};

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.data/**',
      'coverage/**',
      '.cache/**',
      '**/*.generated.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Nest modules are empty classes by design.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/unbound-method': 'off',
      // There are no enums here, and the rule asks for the type of every argument.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Nest declares its option types as classes and accepts plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // SQL belongs in *.sql.ts, where a test finds every statement and asks Postgres for its plan.
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: [
      ...['**/*.sql.ts', '**/*spec.ts', '**/testing/**', '**/migrations/**'],
      'libs/local-stack/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'NewExpression > ArrowFunctionExpression > CallExpression[callee.name="setTimeout"]',
          message: "Wait with `setTimeout as sleep` of 'node:timers/promises'.",
        },
        {
          selector:
            ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]',
          message: 'Write `#name`; `private` is only for constructor parameters.',
        },
        ...['Literal[value=', 'TemplateElement[value.raw='].map((node) => ({
          selector: `${node}/^\\s*(select\\s[^]*\\sfrom\\s+\\w|insert into\\s|update\\s+\\w+(\\s+\\w+)?\\s+set\\s|delete from\\s|with\\s+(recursive\\s+)?\\w+\\s+as\\s)/i]`,
          message: 'Move this statement into a *.sql.ts beside this file, as an exported constant.',
        })),
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs,js}'],
    plugins: { flowledger },
    rules: { 'flowledger/plain-comments': 'error' },
  },
  {
    files: ['apps/dashboard/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: 'apps/dashboard/tsconfig.json' } },
  },
  {
    files: ['apps/dashboard/{src,gallery}/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest'], a11y.configs.recommended],
    rules: {
      'max-lines': ['error', 300],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^\\.{1,2}/?$', message: 'Import the file that holds it.' },
            {
              regex: '^react-aria-components$',
              message: 'Import by subpath: the whole package is 50 kB more.',
            },
            { regex: '^lucide-react', message: 'Add the icon to ui/icon.ts.' },
            {
              regex: '(?<!\\.module)\\.css$',
              message: 'Styles are modules; main.tsx has the rest.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'JSXText[value=/[A-Za-z]/]', message: 'Words are in text/.' },
        {
          selector:
            'JSXAttribute[name.name=/^(label|title|detail|hint|alt|placeholder|aria-label)$/] > Literal',
          message: 'Words are in text/.',
        },
        {
          selector: 'CallExpression[callee.name=/^(useMemo|useCallback|memo)$/]',
          message: 'Only with a measurement.',
        },
      ],
    },
  },
  {
    files: ['apps/dashboard/src/pages/**/*.tsx'],
    rules: {
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: [
      'apps/dashboard/gallery/**',
      'apps/dashboard/src/main.tsx',
      'apps/dashboard/src/ui/icon.ts',
    ],
    rules: { 'no-restricted-imports': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    files: ['apps/dashboard/**/*.journey.ts', 'apps/dashboard/journeys/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name="waitForTimeout"], CallExpression[callee.name=/^(setTimeout|sleep)$/]',
          message: 'Wait for what a person would see.',
        },
      ],
    },
  },
  {
    // Jest's globals and matchers are loosely typed; tsc still type-checks the tests.
    files: ['**/*spec.ts', '**/*.journey.ts', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
);
