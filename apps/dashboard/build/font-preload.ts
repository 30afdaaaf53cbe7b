/** Preloads the font of all text, beside the styles that name it. The mono font can wait. */
import type { Plugin } from 'vite';

const textFont = /(^|\/)geist-latin-wght-normal[\w-]*\.woff2$/;

export const fontPreload = (): Plugin => ({
  name: 'flowledger-font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => textFont.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: {
            ...{ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true },
            href: `/${name}`,
          },
          injectTo: 'head' as const,
        })),
  },
});
