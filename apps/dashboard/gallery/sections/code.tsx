import { CodeBlock } from '../../src/ui/code-block.js';
import { KeyValues } from '../../src/ui/key-values.js';
import { Rows } from '../../src/ui/rows.js';
import { Section } from '../section.js';

const body = '{\n  "order": "SO-20397",\n  "total": 128.5,\n  "paid": true,\n  "note": null\n}';
const rows = [
  { id: 'k1', label: 'CI' },
  { id: 'k2', label: 'Reports' },
];

export function Codes() {
  return (
    <Section title="Code and facts">
      <CodeBlock label="Body" text={body} language="json" />
      <CodeBlock label="Error" text="HTTP 402: card declined" tone="error" />
      <CodeBlock
        label="Call"
        isWrapped
        text={`curl -H "x-api-key: $FLOWLEDGER_KEY" http://localhost:3000/api/v1/logs/0198f2c4-1111-7000-8000-000000000000`}
      />
      <KeyValues
        items={[
          { term: 'Trigger', value: 'webhook' },
          { term: 'Version', value: '12' },
          { term: 'Id', value: <code>0198f2c4-1111-7000-8000-000000000000</code> },
        ]}
      />
      <Rows
        label="Rows"
        columns={[
          { id: 'label', title: 'Label', cell: ({ label }) => label },
          { id: 'id', title: 'Id', align: 'end', cell: ({ id }) => <code>{id}</code> },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </Section>
  );
}
