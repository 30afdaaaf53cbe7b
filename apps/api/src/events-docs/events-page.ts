/** The topics as one HTML page, from the data of /asyncapi.json. No script, nothing external. */
import {
  fullNameOf,
  schemaIds,
  schemaTexts,
  topicCatalogue,
  type TopicDescription,
} from '@libs/contracts';
import { retentionOf } from './asyncapi.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const style = `
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
summary{cursor:pointer;padding:.3rem 0}code,pre{font:13px/1.45 ui-monospace,monospace}
pre{background:#f4f5f7;padding:.6rem;overflow:auto;border-radius:4px}
table{border-collapse:collapse}td,th{text-align:left;padding:.15rem .8rem .15rem 0;vertical-align:top}
@media(prefers-color-scheme:dark){body{color:#e4e7eb;background:#15181c}pre{background:#1f242a}a{color:#8ab4f8}}`;

function schemaPart(name: keyof typeof schemaIds): string {
  const text = JSON.stringify(JSON.parse(schemaTexts[name]), null, 2);
  return `<details><summary><code>${fullNameOf(name)}</code>, schema id ${schemaIds[name]}</summary><pre>${escaped(text)}</pre></details>`;
}

function topicPart(topic: TopicDescription): string {
  const rows = [
    ['Why', topic.why],
    ['Key', topic.key],
    ['Order', topic.ordering],
    ['Delivery', topic.guarantee],
    ['Retention', retentionOf(topic)],
    ['Headers', topic.headers.join(', ')],
  ].map(([name = '', text = '']) => `<tr><th>${name}</th><td>${escaped(text)}</td></tr>`);
  return `<h3 id="${topic.name}"><code>${topic.name}</code></h3><p>${escaped(topic.purpose)}</p>
<table>${rows.join('')}</table>${topic.records.map(schemaPart).join('')}`;
}

const partOf = (audience: TopicDescription['audience']): string =>
  topicCatalogue
    .filter((topic) => topic.audience === audience)
    .map(topicPart)
    .join('');

export const eventsPage = (): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Flowledger events</title><meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>Flowledger events</h1>
<p>Kafka topics. Values are Avro in Confluent framing, schemas under <a href="/subjects">/subjects</a>. The same for machines:
<a href="/asyncapi.json">/asyncapi.json</a> (AsyncAPI 3).</p>
<h2>Public</h2><p>These keep what is said here.</p>${partOf('public')}
<h2>Internal</h2><p>Ours: they may change with any release.</p>${partOf('internal')}</body></html>`;
