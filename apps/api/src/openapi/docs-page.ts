/**
 * The page of `/docs`. Its only script is Scalar's bundle, under a name with a hash. Without
 * scripts it lists the operations.
 */
import type { OpenApiDocument } from './document.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const listOf = ({ paths }: OpenApiDocument): string =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { summary }]) =>
          `<li><code>${method.toUpperCase()} ${escaped(path)}</code> ${escaped(summary)}</li>`,
      ),
    )
    .join('\n');

/**
 * Nothing of the request is in the page but the nonce.
 * @param script the file name under `/docs/assets`
 * @returns the page for a nonce
 */
export function docsPage(document: OpenApiDocument, script: string): (nonce: string) => string {
  const before = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Flowledger API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{margin:0;font-family:system-ui,sans-serif}noscript,#reference>p{display:block;margin:2rem}</style></head>
<body><div id="reference"></div>
<noscript><h1>Flowledger API</h1><p>${escaped(String(document.info['description']))}</p>
<p>This page needs JavaScript to show parameters and answers. <a href="/openapi.json">/openapi.json</a> has them too.
The topics are at <a href="/docs/events">/docs/events</a>.</p>
<ul>${listOf(document)}</ul></noscript>
<script src="/docs/assets/${script}" nonce="`;
  return (nonce) => `${before}${nonce}"></script></body></html>`;
}
