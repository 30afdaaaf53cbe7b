/** What the text of a URL tells about its host before its references have values. Pure. */
import { parseText } from '@libs/workflow';

/** A bare `<name>` counts as a reference: it has no character that could end the host. */
const partsOf = (url: string) => parseText(url, () => true);

/**
 * Whether the host ends within this beginning of a URL, whatever stands in the gaps between its
 * pieces. URL parsers skip tabs and line feeds, read `\` as `/`, and take any number of slashes
 * before the host: only a slash after another character ends it for certain.
 */
function endsHost(beginning: string): boolean {
  const text = beginning.replace(/[\t\n\r]/g, '');
  return /[?#]/.test(text) || /[/\\][^/\\]+[/\\]/.test(text);
}

/** Whether a secret may be a part of the host. */
export function secretMayBeHost(url: string): boolean {
  let before = '';
  for (const part of partsOf(url)) {
    if (part.kind === 'secret') return !endsHost(before);
    if (part.kind === 'text') before += part.text;
  }
  return false;
}

/** The URL up to its first reference, when its host is known by then; else null. */
export function staticUrlOf(url: string): URL | null {
  const [first, ...more] = partsOf(url.trim());
  if (first?.kind !== 'text') return null;
  return more.length === 0 || endsHost(first.text) ? URL.parse(first.text) : null;
}
