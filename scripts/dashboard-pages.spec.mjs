/** The pages about the dashboard name its controls as they are: `_Run draft_`. */
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const pages = [
  'docs/tutorials/workflow-in-the-editor.md',
  'docs/how-to/edit-workflows.md',
  'docs/how-to/use-the-dashboard.md',
];

const texts = 'apps/dashboard/src/text';
/** Words of the dashboard, and those that the server gives it: types of blocks. */
const sources = [
  ...readdirSync(join(root, texts)).map((file) => read(join(texts, file))),
  read('libs/blocks/src/catalogue.ts'),
].join('\n');
const words = new Set(
  [...sources.matchAll(/(['"`])((?:(?!\1)[^\n])+)\1/g)].map(([, , text]) => text),
);

/** `url` as `URL`, `body` as `Body`: what a block's form calls a field of one word. */
const titleOf = (field) =>
  field === 'url' ? 'URL' : field.charAt(0).toUpperCase() + field.slice(1);
const fields = [...read('docs/reference/blocks.md').matchAll(/^\| `(?:\w+\[\]\.)?([a-z]+)` /gm)];
for (const [, field] of fields) words.add(titleOf(field));

/** A control may be broken over two lines. */
const named = (page) =>
  [...read(page).matchAll(/(?<![\w`])_([^_`]+)_(?!\w)/g)].map(([, text]) =>
    text.replace(/\s+/g, ' '),
  );

describe.each(pages)('%s', (page) => {
  it('names controls as the dashboard does', () => {
    const controls = named(page);
    expect(controls.length).toBeGreaterThan(15);
    expect(controls.filter((text) => !words.has(text))).toEqual([]);
  });
});
