/**
 * Builds the dashboard into static files. The server replaces `__NONCE__` by a nonce for each
 * answer. `--mode gallery` builds the page of all components, for tests.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { onlyEnglish, onlyGregorian } from './build/only-english.js';
import { fontPreload } from './build/font-preload.js';
import { pageFiles } from './build/page-files.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8')) as {
  version: string;
};
const service = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

// A canvas needs the graph of a workflow, not the parser of its expressions.
const treeshake = {
  moduleSideEffects: (id: string) => (/\/libs\/(client|workflow)\//.test(id) ? false : undefined),
};

export default defineConfig(({ mode }) => ({
  root: here(mode === 'gallery' ? './gallery' : '.'),
  publicDir: false,
  define: { FLOWLEDGER_VERSION: JSON.stringify(version) },
  html: { cspNonce: '__NONCE__' },
  plugins: [
    ...[onlyEnglish(), onlyGregorian()],
    ...(mode === 'gallery' ? [] : [pageFiles(), fontPreload()]),
  ],
  oxc: { jsx: { runtime: 'automatic' } },
  // The page calls its own origin; the service runs behind it.
  server: { proxy: { '/api': service, '/docs': service } },
  resolve: {
    alias: {
      '@libs/client': here('../../libs/client/src/index.ts'),
      '@libs/workflow': here('../../libs/workflow/src/index.ts'),
    },
  },
  worker: { rolldownOptions: { treeshake } },
  build: {
    manifest: true,
    target: 'es2022',
    modulePreload: {
      // Browsers that know `light-dark()` know preloading (2024).
      polyfill: false,
      // The lists of what each chunk imports would be loaded by every page: 2 kB.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((name) => name.endsWith('.css')) : needed,
    },
    // A data: URL of a script or a style would need a hole in the page's policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // budget.json has the limits.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      treeshake,
      output: {
        codeSplitting: {
          // Else each module that pages share is a file of its own. What only some pages share
          // stays apart: every page would load it first.
          groups: [
            {
              // Many small files compress badly, and a page of this kind needs most of them.
              name: 'work',
              test: /src\/(parts\/(canvas|schema-form|expression-field|outline|block-picker|deploy|version-diff|mark-tag|workflow-webhooks|trigger-url|templates|import|reference-tree|subscription-form|waterfall|time-axis|json-viewer|run-drawer)|pages\/(workflow-editor|workflow|versions|execution|webhooks|start))\/.*\.css/,
              minShareCount: 1,
              priority: 5,
            },
            {
              // Lists have nothing to fill in.
              name: 'fields',
              test: /\/(FieldError|Form|Group|Input|TextArea|TextField|use(Field|FormReset|FormValidation(State)?|Label|TextField))\.mjs|src\/ui\/(field|text-area|text-field)\.tsx/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: 'kit',
              test: /node_modules\/(react-aria|react-stately|@react-)/,
              minShareCount: 13,
            },
            {
              name: 'shared',
              test: /apps\/dashboard\/src\/(?!pages|ui\/drawer)|libs\/client\/|node_modules\/(@tanstack\/(react-)?(query|router|store)|lucide)/,
              minShareCount: 10,
            },
            {
              // Small, and needed by each list: files of some hundred bytes cost a request each.
              name: 'lists',
              test: /src\/(parts\/(attempt-pips|status-label|time|virtual-table)\/|data\/(volume|use-soon))|[iI]nfiniteQuery/,
              minShareCount: 2,
              priority: -1,
            },
            {
              name: 'settings',
              test: /pages\/settings\/(two-lines|settings\.module)/,
              priority: -2,
            },
          ],
        },
      },
      onLog: (level, log, report) => {
        // Libraries mark their files for servers that render React. This is none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
}));
