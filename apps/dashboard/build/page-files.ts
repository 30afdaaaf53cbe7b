/**
 * Writes `pages.json`: which files each page loads, so that the server can tell the browser before
 * any script has run. Read by apps/api/src/dashboard/opened-page.ts.
 */
import { fileURLToPath } from 'node:url';
import { type Plugin, type ResolvedConfig, runnerImport } from 'vite';
import type { PageRoute } from '../src/parts/page/page-route.js';

interface Registry {
  readonly pages: readonly { readonly route: PageRoute; readonly isSlim?: boolean }[];
}

interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function pagesOf({ resolve: { alias } }: ResolvedConfig): Promise<Registry['pages']> {
  const options = { configFile: false as const, resolve: { alias } };
  const pages = await runnerImport<Registry>(here('../src/app/pages.ts'), options);
  const signIn = await runnerImport<{ readonly signInRoute: PageRoute }>(
    here('../src/pages/sign-in/route.ts'),
    options,
  );
  return [...pages.module.pages, { route: signIn.module.signInRoute }];
}

/** The chunk and what it imports, without what the entry loads anyway. */
function filesOf(chunks: ReadonlyMap<string, BuiltChunk>, start: BuiltChunk): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (chunk: BuiltChunk): void => {
    if (found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const name of chunk.imports) {
      const next = chunks.get(name);
      if (next !== undefined) add(next);
    }
  };
  add(start);
  return found;
}

export function pageFiles(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'flowledger-page-files',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => void (config = resolved),
    async generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((output): [string, BuiltChunk][] =>
          output.type === 'chunk' ? [[output.fileName, output]] : [],
        ),
      );
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
      const always = entry === undefined ? new Set<string>() : filesOf(chunks, entry);
      const pages = (await pagesOf(config)).map(({ route: { path, file }, isSlim = false }) => {
        const id = here(`../src/pages/${file}`);
        const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(id));
        if (chunk === undefined) this.error(`No chunk has ${file}, which the page ${path} names`);
        const files = [...filesOf(chunks, chunk)].filter((name) => !always.has(name));
        return { path, isSlim, files };
      });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
    },
  };
}
