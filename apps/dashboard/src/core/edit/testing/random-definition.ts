/** Texts of drafts, with odd ones among them: without edges, with fields that are not ours. */
import type { Chance } from './chance.js';
import { fieldText, holderText, layouts, valueText, type Writer } from './random-text.js';

const types = ['api', 'function', 'loop', 'parallel', 'agent', 'note'];

function shuffled<Value>(values: readonly Value[], chance: Chance): Value[] {
  const rest = [...values];
  const result: Value[] = [];
  while (rest.length > 0) result.push(...rest.splice(chance.below(rest.length), 1));
  return result;
}

export function blockText(id: string, name: string, writer: Writer, depth: number): string {
  const { chance } = writer;
  const write = (field: string, value: string): string => fieldText(field, value, writer);
  const tools = `[{"block":"Block 1","description":"x"}]`;
  const config = [
    write('url', valueText(writer, depth + 2)),
    write('body', valueText(writer, depth + 2)),
    ...(chance.happens(0.3) ? [write('tools', tools)] : []),
  ];
  const fields = [
    write('id', JSON.stringify(id)),
    write('type', JSON.stringify(chance.oneOf(types))),
    write('name', JSON.stringify(name)),
    ...(chance.happens(0.9) ? [write('config', holderText('{}', config, writer, depth + 1))] : []),
    ...(chance.happens(0.2) ? [write('extra', valueText(writer, depth + 1))] : []),
  ];
  return holderText('{}', shuffled(fields, chance), writer, depth);
}

function edgeText(ids: readonly string[], writer: Writer): string {
  const { chance } = writer;
  const port = chance.oneOf([null, null, 'out', 'each', 'error']);
  const parts = [
    fieldText('from', JSON.stringify(chance.oneOf(ids)), writer),
    fieldText('to', JSON.stringify(chance.oneOf(ids)), writer),
    ...(port === null ? [] : [fieldText('port', JSON.stringify(port), writer)]),
    ...(chance.happens(0.1) ? [fieldText('label', '1.0', writer)] : []),
  ];
  return holderText('{}', shuffled(parts, chance), writer, 2);
}

export function definitionText(chance: Chance, blockCount = 1 + chance.below(7)): string {
  const writer = { chance, layout: chance.oneOf([...layouts, 'odd' as const]) };
  const ids = Array.from({ length: blockCount }, (_, index) => `b${index}`);
  const blocks = ids.map((id, index) => blockText(id, `Block ${index}`, writer, 2));
  const edges = Array.from({ length: chance.below(2 * blockCount) }, () => edgeText(ids, writer));
  const fields = [
    fieldText('blocks', holderText('[]', blocks, writer, 1), writer),
    ...(chance.happens(0.9)
      ? [fieldText('edges', holderText('[]', edges, writer, 1), writer)]
      : []),
    ...(chance.happens(0.7) ? [fieldText('variables', valueText(writer, 1), writer)] : []),
    ...(chance.happens(0.3) ? [fieldText('x-other', valueText(writer, 1), writer)] : []),
  ];
  return holderText('{}', shuffled(fields, chance), writer, 0);
}
