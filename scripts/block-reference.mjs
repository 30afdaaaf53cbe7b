/** The block reference in Markdown, from the schemas, outputs and ports of all block types. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { blockGuide, commonErrors } from './block-guide.mjs';

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (value) => `\`${value}\``;

/** One phrase for a JSON schema. */
function kind(schema) {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((one) => code(one)).join(', ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return [...new Set(union.map(kind))].join(' or ');
  if (schema.type === 'array') return `list of ${kind(schema.items ?? {})}`;
  if (schema.type === 'object' && schema.properties !== undefined)
    return code(`{ ${Object.keys(schema.properties).join(', ')} }`);
  if (schema.type === 'integer' || schema.type === 'number') return schema.type + range(schema);
  return schema.type ?? 'any JSON';
}

function range({ minimum, maximum }) {
  const [low, high] = [minimum, maximum].map((limit) =>
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit,
  );
  if (low === null && high === null) return '';
  return high === null ? ` from ${low}` : ` ${low ?? ''}–${high}`;
}

/** Fields by path; fields of objects and of object lists come below their parent. */
function rowsOf(schema, prefix = '', within = true) {
  const variants = schema.anyOf ?? schema.oneOf ?? [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const isRequired = within && (schema.required ?? []).includes(name);
    const fallback =
      field.default === undefined
        ? isRequired
          ? 'required'
          : ''
        : code(JSON.stringify(field.default));
    const row = `| ${code(path)} | ${cell(kind(field))} | ${cell(fallback)} | ${cell(field.description ?? '')} |`;
    return [row, ...below(field, path)];
  });
  return [...own, ...variants.flatMap((variant) => rowsOf(variant, prefix, within))];
}

function below(field, path) {
  if (field.type === 'array') return rowsOf(field.items ?? {}, `${path}[].`);
  return field.properties === undefined && field.oneOf === undefined
    ? []
    : rowsOf(field, `${path}.`);
}

const roles = {
  trigger: 'Trigger: starts an execution.',
  pure: 'Computed from its inputs; runs inline.',
  computed:
    'Computed from its inputs by the sandbox; computed again when its process dies before the result is recorded.',
  effect: 'Acts on the outside world. The results it depends on are durable before it starts.',
  annotation: 'For readers; never runs.',
  waiting: 'Pauses the execution until its time comes or a person answers.',
  container: 'Repeats the blocks after its port `each`.',
};

function portsOf(block) {
  if (block.role === 'annotation') return 'none';
  const { portSource } = block;
  const own = Array.isArray(portSource)
    ? portSource.map(code).join(', ')
    : `those of ${code(portSource.from.split('[]')[0])}`;
  return block.role === 'trigger' ? own : `${own}, \`error\``;
}

const errorTable = (errors) =>
  Object.keys(errors).length === 0
    ? ''
    : [
        '| error | when |',
        '| --- | --- |',
        ...Object.entries(errors).map(([name, text]) => `| ${code(name)} | ${cell(text)} |`),
      ].join('\n');

const exampleOf = (example) =>
  example === null ? '' : ['```json', JSON.stringify(example, null, 2), '```'].join('\n');

/** Errors that blocks of every type have in common. */
export const commonErrorTable = () => errorTable(commonErrors);

function pageOf(block) {
  const schema = z.toJSONSchema(block.config, { io: 'input', unrepresentable: 'any' });
  const rows = [...new Set(rowsOf(schema))];
  const outputs = Object.entries(block.outputs ?? {});
  return [
    `## ${code(block.type)}`,
    roles[block.role],
    exampleOf(blockGuide[block.type].example),
    rows.length === 0
      ? 'No configuration.'
      : ['| field | type | default | |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    outputs.length === 0
      ? ''
      : [
          '| output | |',
          '| --- | --- |',
          ...outputs.map(([name, text]) => `| ${code(name)} | ${cell(text)} |`),
        ].join('\n'),
    `Ports: ${portsOf(block)}.`,
    errorTable(blockGuide[block.type].errors),
  ].filter((part) => part !== '');
}

/**
 * One section of the second level for each block type.
 * @param {ReadonlyMap<string, object>} blockTypes of the built registry
 */
export const blockSections = (blockTypes) => [...blockTypes.values()].flatMap(pageOf).join('\n\n');

/** Imports the registry from dist, which must be built. */
export async function builtBlockTypes(dist) {
  const registry = join(dist, 'libs/blocks/src/registry.js');
  const { blockTypes } = await import(pathToFileURL(registry).href);
  return blockTypes;
}
