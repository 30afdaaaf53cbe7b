/**
 * The page of the topics. The AsyncAPI component evaluates code in the browser, which our policy
 * forbids, so `scripts/build-pages.mjs` renders its HTML and puts it in this frame.
 */

/** Stands for the number of the ledger's partitions, which is known when the api starts. */
export const partitionsMark = 987_654_321;

/** The component was made for a panel with scripts: here its side bar is part of the page. */
const style = `
body{margin:0}nav{padding:.75rem 2rem;font:14px/1.5 system-ui,sans-serif;background:#1b1f24;color:#fff}
nav a{color:#8ab4f8;margin-right:1.5rem}.sidebar{background:#edf2f7;padding:1rem 2rem;box-sizing:border-box}
li[id],section[id],div[id]{scroll-margin-top:1rem}.panel--center{min-width:0}
@media(min-width:64rem){.sidebar{width:22rem;flex:none;position:sticky;top:0;height:100vh;overflow-y:auto}}
@media(max-width:64rem){.aui-root,.aui-root *{max-width:100%}.panel--center{padding:1rem}pre{overflow-x:auto}
.panel--center span{overflow-wrap:anywhere;white-space:normal}}
@media(prefers-color-scheme:dark){html{background:#111}.aui-root{background:#fff;filter:invert(.92) hue-rotate(180deg)}}`;

/** @public for scripts/build-pages.mjs, which takes it from dist */
export const eventsPage = (body: string, css: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Flowledger events</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${css}${style}</style></head>
<body><nav><a href="/docs">HTTP API</a><a href="/asyncapi.json">asyncapi.json</a><a href="/subjects">Schemas</a></nav>
${body}</body></html>`;

export const withPartitions = (page: string, partitions: number): string =>
  page.replaceAll(String(partitionsMark), String(partitions));
