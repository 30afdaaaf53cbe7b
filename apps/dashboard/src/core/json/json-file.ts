/** Files inside JSON: `{ base64, contentType, name? }`, as blocks give and forms bring them. */
import { decoded, type JsonTree, kindOf, stepOf, valueText } from './json-tree.js';

export interface JsonFile {
  readonly name: string | null;
  readonly contentType: string;
  readonly base64: string;
  readonly sizeBytes: number;
}

const mediaType = /^[\w.+-]+\/[\w.+-]+$/;
/** These draw pixels and nothing else. */
const images: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);

/** Text fields of an object. */
function textsOf(tree: JsonTree, text: string, node: number): Map<string, string> {
  const texts = new Map<string, string>();
  const end = tree.nexts[node] ?? node;
  for (let at = node + 1; at < end; at = tree.nexts[at] ?? end) {
    const step = stepOf(tree, text, at);
    if (typeof step === 'string' && kindOf(tree, at) === 'string')
      texts.set(step, decoded(valueText(tree, text, at)));
  }
  return texts;
}

/** The file that an object is; null: it is none. */
export function fileAt(tree: JsonTree, text: string, node: number): JsonFile | null {
  // A file has four fields. Objects of thousands are not looked through at each row.
  if (kindOf(tree, node) !== 'object' || (tree.sizes[node] ?? 0) > 12) return null;
  const texts = textsOf(tree, text, node);
  const base64 = texts.get('base64');
  const [contentType = ''] = texts.get('contentType')?.split(';', 1) ?? [];
  if (base64 === undefined || !mediaType.test(contentType.trim())) return null;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return null;
  const sizeBytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return { name: texts.get('name') ?? null, contentType: contentType.trim(), base64, sizeBytes };
}

/** The address of an image that may be shown: it runs no script and loads nothing. */
export const previewOf = ({ contentType, base64 }: JsonFile): string | null =>
  images.has(contentType) ? `data:${contentType};base64,${base64}` : null;
