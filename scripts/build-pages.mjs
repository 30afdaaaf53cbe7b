/**
 * `build-pages.mjs <dist> <previous dist>`: makes the files of /docs and /docs/events from compiled
 * apps. The script of /docs is Scalar's bundle with our start. The page of the topics is HTML that
 * the AsyncAPI component renders here, because its bundle evaluates code in the browser.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { blockSections, builtBlockTypes } from './block-reference.mjs';

const [dist, previous] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const target = join(dist, 'pages');

const packages = [
  '@scalar/fastify-api-reference',
  '@asyncapi/react-component',
  '@asyncapi/parser',
  '@asyncapi/avro-schema-parser',
  'react-dom',
];
const versionOf = (name) => {
  const file = join(root, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
};
const built = (path) => import(pathToFileURL(join(dist, 'apps/api/src', path)).href);
const own = (name) => readFileSync(join(import.meta.dirname, 'pages', name), 'utf8');
const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Its Fastify plugin serves the bundle; the file itself is not exported. */
async function scalarBundle() {
  const [{ default: fastify }, { default: scalar }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const server = fastify();
  await server.register(scalar, { configuration: { url: '/openapi.json' } });
  const { statusCode, body } = await server.inject('/reference/js/scalar.js');
  await server.close();
  if (statusCode !== 200) throw new Error(`Scalar's plugin answered ${statusCode} for its bundle`);
  // The map is not part of the package.
  return body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
}

const introduction = `

[/openapi.json](/openapi.json) has the same for programs. [/docs/events](/docs/events) describes the Kafka topics.

# Blocks

A workflow's definition is made of blocks. These are the types and their fields. Strings may hold references unless they say otherwise. \`<block.error>\` is \`{ code, message }\` of any block that failed.

`;

const referenceScript = async (blocks) =>
  [
    `/* Flowledger's start of Scalar ${versionOf(packages[0])} (MIT, https://github.com/scalar/scalar). */`,
    own('before-reference.js'),
    await scalarBundle(),
    `globalThis.blockReference = ${JSON.stringify(introduction + blocks)};`,
    own('after-reference.js'),
  ].join('\n;\n');

/** @returns {Promise<string>} the parsed document, as the component takes it */
async function parsed(document) {
  const { Parser, stringify } = require('@asyncapi/parser');
  const { AvroSchemaParser } = require('@asyncapi/avro-schema-parser');
  const parser = new Parser();
  parser.registerSchemaParser(AvroSchemaParser());
  const { document: found, diagnostics } = await parser.parse(JSON.stringify(document));
  if (found !== undefined) return stringify(found);
  const problems = diagnostics.map(({ message, path }) => `${path.join('.')}: ${message}`);
  throw new Error(`The AsyncAPI document is not valid:\n${problems.join('\n')}`);
}

/** Replaces every occurrence. @throws if there is none: the component's markup has changed */
function replaced(text, changes) {
  return changes.reduce((changed, [from, to]) => {
    const next = changed.replaceAll(from, to);
    if (next === changed) throw new Error(`The AsyncAPI component no longer has ${from}`);
    return next;
  }, text);
}

/** A static page can't be opened part by part, so every part is rendered open. */
const openParts = {
  'components/Schema/Schema.js': [
    ['(0, react_1.useState)(propExpanded || isArray)', '[true]'],
    ["conditionsExist && tabOpen == 'CONDITIONS'", 'conditionsExist'],
    ["rulesExist && tabOpen == 'RULES'", 'rulesExist'],
    ["expanded ? 'Collapse all' : 'Expand all'", 'null'],
  ],
  'components/Extensions.js': [['(0, react_1.useState)(false)', '[true]']],
  'containers/Sidebar/Sidebar.js': [['setExpand = _b[1]', 'setExpand = (expand = true)']],
  'containers/Messages/MessageExample.js': [
    ['setExpanded = _f[1]', 'setExpanded = (expanded = true)'],
  ],
};

/** The page has no script: what was pressed is text. */
const staticMarkup = [
  [/<div class="burger-menu.*?<\/svg><\/div>/g, ''],
  [/<div class="hidden sidebar [^"]*"><div class="[^"]*">/g, '<div class="sidebar"><div>'],
  [/<button type="button" class="text-sm text-gray-500[^>]*><\/button>/g, ''],
  [/<svg stroke="currentColor".*?<\/svg>/g, ''],
  [/<button[^>]*>/g, '<span class="text-sm font-semibold">'],
  ['</button>', '</span>'],
  // An operation of the document sends; readers of the page receive.
  ['Accepts <strong>one of</strong> the following messages:', 'One of these messages:'],
  ['Accepts the following message:', 'Message:'],
  ['>Operations</', '>Topics</'],
  [' id=""', ''],
];

/** All of the component's markup. The texts are ours, so nothing else may come out of them. */
const expectedTags = 'a code div h1 h2 h3 h4 h5 h6 li p pre section span strong ul'.split(' ');

/** The texts are from this repository; loading jsdom to sanitize them takes seconds. */
const asItIs = {
  url: 'pages:as-it-is',
  format: 'commonjs',
  source: 'exports.sanitize = (html) => html;',
  shortCircuit: true,
};

function renderTopics(schema) {
  const opened = new Set();
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'isomorphic-dompurify' ? asItIs : next(specifier, context),
    load: (url, context, next) => {
      if (url === asItIs.url) return asItIs;
      const loaded = next(url, context);
      const part = Object.keys(openParts).find((file) => url.endsWith(`/lib/cjs/${file}`));
      if (part === undefined) return loaded;
      opened.add(part);
      const source = loaded.source ?? readFileSync(new URL(url));
      return { ...loaded, source: replaced(String(source), openParts[part]) };
    },
  });
  const { createElement } = require('react');
  const { renderToStaticMarkup } = require('react-dom/server');
  const { default: AsyncApi } = require('@asyncapi/react-component/lib/cjs/without-parser.js');
  const config = {
    show: { sidebar: true },
    sidebar: { showOperations: 'byOperationsTags', useChannelAddressAsIdentifier: true },
    sendLabel: 'topic',
  };
  const html = replaced(
    renderToStaticMarkup(createElement(AsyncApi, { schema, config })),
    staticMarkup,
  );
  if (opened.size !== Object.keys(openParts).length)
    throw new Error(`The AsyncAPI component no longer has all of ${Object.keys(openParts)}`);
  const tags = new Set([...html.matchAll(/<([a-z][\w-]*)/g)].map(([, tag]) => tag));
  const unexpected = [...tags].filter((tag) => !expectedTags.includes(tag));
  if (unexpected.length > 0) throw new Error(`The page of the topics has ${unexpected}`);
  return html;
}

/** Every request for the script gets one of these. */
async function writeCompressed(file, text) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  writeFileSync(file, text);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, zipped);
}

const { documentOfPage } = await built('events-docs/asyncapi.js');
const { eventsPage, partitionsMark } = await built('events-docs/events-page.js');
const topics = documentOfPage(partitionsMark);
// Scalar makes no link to a heading that is code.
const blocks = blockSections(await builtBlockTypes(dist)).replaceAll(/^## `(.+)`$/gm, '## $1');
const sources = [import.meta.filename, ...readdirSync(join(import.meta.dirname, 'pages'))];
const key = hashOf(
  JSON.stringify([
    ...[topics, blocks, eventsPage('', ''), packages.map(versionOf)],
    sources.map((name, index) => (index === 0 ? readFileSync(name, 'utf8') : own(name))),
  ]),
);
const keyOf = (folder) => {
  try {
    return readFileSync(join(folder, 'pages/key'), 'utf8');
  } catch {
    return '';
  }
};

if (previous !== undefined && keyOf(previous) === key) {
  cpSync(join(previous, 'pages'), target, { recursive: true });
} else {
  mkdirSync(target, { recursive: true });
  const script = await referenceScript(blocks);
  await writeCompressed(join(target, `reference.${hashOf(script)}.js`), script);
  const css = require.resolve('@asyncapi/react-component/styles/default.min.css');
  const body = renderTopics(await parsed(topics));
  writeFileSync(join(target, 'events.html'), eventsPage(body, readFileSync(css, 'utf8')));
  writeFileSync(join(target, 'key'), key);
}
// The parser keeps the process alive for a second.
process.exit();
