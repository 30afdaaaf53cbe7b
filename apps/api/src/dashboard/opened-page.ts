/**
 * The HTML of an address: with the code of its page beside the entry script, not after it, and with
 * the frame that is drawn before any script has run. Pure.
 */

/** Written by apps/dashboard/build/page-files.ts. */
export interface PageFiles {
  /** Below the workspace, in the router's notation: `executions/$id`. */
  readonly path: string;
  /** Its frame has a narrow rail. */
  readonly isSlim: boolean;
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
export function openedPage(index: string, pages: readonly PageFiles[], address: string): string {
  const [pathname = ''] = address.split(/[?#]/, 1);
  const isFramed = /^\/w\/[^/]/.test(pathname);
  const path = pathname.replace(/^\/w\/[^/]+/, '').replace(/^\/|\/$/g, '');
  // `executions/new` would be meant before `executions/$id`.
  const page = pages.find((one) => one.path === path) ?? pages.find((one) => fits(one.path, path));
  const boot = page?.isSlim === true ? 'slim' : 'full';
  return index
    .replace('<html ', isFramed ? `<html data-boot="${boot}" ` : '<html ')
    .replace('</head>', `${(page?.files ?? []).map(tagOf).join('')}</head>`);
}
