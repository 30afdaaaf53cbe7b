/**
 * Tags that load the code of the page at an address beside the entry script, not after it. The list
 * is written by apps/dashboard/build/page-files.ts. Pure.
 */
export interface PageFiles {
  /** Below the workspace, in the router's notation: `executions/$id`. */
  readonly path: string;
  readonly files: readonly string[];
}

const fits = (pattern: string, path: string): boolean => {
  const [names, asked] = [pattern.split('/'), path.split('/')];
  return (
    names.length === asked.length &&
    names.every((name, at) => (name.startsWith('$') ? asked[at] !== '' : name === asked[at]))
  );
};

const tagOf = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}" nonce="__NONCE__">`;

/** @param address of the request: `/w/<workspace>/executions?status=error` */
export function preloadTags(pages: readonly PageFiles[], address: string): string {
  const path = address
    .replace(/[?#].*$/s, '')
    .replace(/^\/w\/[^/]+/, '')
    .replace(/^\//, '')
    .replace(/\/$/, '');
  // `executions/new` would be meant before `executions/$id`.
  const found =
    pages.find((page) => page.path === path) ?? pages.find((page) => fits(page.path, path));
  return (found?.files ?? []).map(tagOf).join('');
}
