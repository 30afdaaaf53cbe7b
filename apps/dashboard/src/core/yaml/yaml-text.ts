/**
 * JSON as YAML with one value a line, as people keep it in git. Numbers keep their digits. Small
 * beside a library that reads YAML too; a text that might be read as something else is quoted.
 */
import {
  itemsOf,
  type JsonValue,
  kindOfValue,
  nameOf,
  rawOf,
  stringOf,
} from '../edit/text/json-value.js';

const plain = /^[A-Za-z_][\w./-]*(?: [\w./-]+)*$/;
/** Read as values by YAML 1.1 or 1.2. */
const words = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const scalarText = (text: string): string =>
  plain.test(text) && !words.test(text) ? text : JSON.stringify(text);

/** Lines that a block gives back as they are: others are quoted. */
const isBlock = (text: string): boolean =>
  /^[^\n\t ]/.test(text) &&
  /^[\n\t\x20-\x7e\u00a1-\u024f]*$/.test(text) &&
  !/[\t ](?:\n|$)|\n\n$/.test(text);

function blockOf(text: string, indent: string): string | null {
  if (!text.includes('\n') || !isBlock(text)) return null;
  const shown = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line));
  return [text.endsWith('\n') ? '|' : '|-', ...shown].join('\n');
}

/** What stands behind `name:` or `-`, from its space or its line break on. */
function valueText(value: JsonValue, indent: string, isItem: boolean): string {
  const kind = kindOfValue(value);
  if (kind === 'object' || kind === 'array') {
    const items = itemsOf(value);
    if (items.length === 0) return ` ${kind === 'object' ? '{}' : '[]'}`;
    const shown = items.map((item) => itemText(item, kind === 'object', indent));
    const joined = shown.join(`\n${indent}`);
    return isItem ? ` ${joined}` : `\n${indent}${joined}`;
  }
  const text = stringOf(value);
  if (text === null) return ` ${rawOf(value)}`;
  return ` ${blockOf(text, indent) ?? scalarText(text)}`;
}

function itemText(item: JsonValue, isField: boolean, indent: string): string {
  const inner = `${indent}  `;
  return isField
    ? `${scalarText(nameOf(item))}:${valueText(item, inner, false)}`
    : `-${valueText(item, inner, true)}`;
}

/** @param root an object */
export const yamlText = (root: JsonValue): string => `${valueText(root, '', true).slice(1)}\n`;
