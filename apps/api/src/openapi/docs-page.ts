/** The document as one HTML page: no script, no external resource. */
import type { OpenApiDocument, OperationObject } from './document.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const pretty = (value: unknown): string => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;

const style = `
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
summary{cursor:pointer;padding:.3rem 0}code,pre{font:13px/1.45 ui-monospace,monospace}
pre{background:#f4f5f7;padding:.6rem;overflow:auto;border-radius:4px}b{display:inline-block;min-width:4.5rem}
table{border-collapse:collapse}td,th{text-align:left;padding:.15rem .8rem .15rem 0;vertical-align:top}
@media(prefers-color-scheme:dark){body{color:#e4e7eb;background:#15181c}pre{background:#1f242a}a{color:#8ab4f8}}`;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td><code>${escaped(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`;
}

function answerList(responses: OperationObject['responses']): string {
  const rows = Object.entries(responses).map(([status, response]) => {
    const name = /"#\/components\/\w+\/(\w+)"/.exec(JSON.stringify(response))?.[1];
    const link = name === undefined ? '' : `<a href="#${name}"><code>${name}</code></a>`;
    return `<tr><td>${status}</td><td>${link}</td></tr>`;
  });
  return `<h4>Answers</h4><table>${rows.join('')}</table>`;
}

const operationPart = (path: string, method: string, operation: OperationObject): string => `
<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${escaped(operation.summary)}</summary>
${parameterTable((operation.parameters ?? []) as unknown as Parameter[])}
${operation.requestBody === undefined ? '' : `<h4>Body</h4>${pretty(operation.requestBody.content)}`}
${answerList(operation.responses)}</details>`;

export function docsPage({ info, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => operationPart(path, method, one)),
  );
  const shapes = Object.entries({ ...components.schemas, ...components.responses }).map(
    ([name, shape]) =>
      `<details id="${name}"><summary><code>${name}</code></summary>${pretty(shape)}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Flowledger API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>Flowledger API</h1><p>${escaped(String(info['description']))}</p>
<p>Send the API key in the header <code>x-api-key</code>. The same for machines: <a href="/openapi.json">/openapi.json</a>.</p>
${operations.join('')}<h2>Shapes</h2>${shapes.join('')}</body></html>`;
}
