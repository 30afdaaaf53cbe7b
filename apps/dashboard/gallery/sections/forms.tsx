import { useState } from 'react';
import document from '../../../../schemas/workflow-definition.json?raw';
import { applyCommand } from '../../src/core/edit/command/apply-command.js';
import { isRefusal } from '../../src/core/edit/patch/refusal.js';
import { WorkflowText } from '../../src/core/edit/text/workflow-text.js';
import { configSchemas } from '../../src/core/form/config-schemas.js';
import { commandFor, type FormEdit } from '../../src/core/form/form-edit.js';
import { type FormProblem, stepsOf } from '../../src/core/form/form-problem.js';
import { parseExact } from '../../src/core/json/exact-json.js';
import { SchemaForm } from '../../src/parts/schema-form/schema-form.js';
import styles from '../gallery.module.css';
import { Section } from '../section.js';

const schemas = configSchemas(document);

const names = {
  secrets: ['PAY_KEY', 'STRIPE_WEBHOOK_SECRET', 'OPENAI_KEY'],
  tools: ['Fetch customer', 'Charge card'],
  workflows: [{ id: '0197f2b4-5c1e-7d3a-9b8c-1f2e3d4c5b6a', name: 'Refund' }],
};

const problem = (field: string, message: string, more: Partial<FormProblem> = {}): FormProblem => ({
  path: stepsOf(field),
  message,
  severity: 'problem',
  ...more,
});

/** In place of the schema's example, where it shows less. */
const samples: Readonly<Record<string, string>> = {
  api: `{
    "method": "POST",
    "url": "<fetchcustmer.data.payUrl>/charges",
    "headers": [{ "key": "authorization", "value": "Bearer {{PAY_KEY}}" }],
    "pathParams": { "id": "<webhook.body.id>" },
    "body": { "amount": "<webhook.body.cents>", "account": 12345678901234567890 },
    "timeoutMs": 90000
  }`,
  agent: `{
    "model": "gpt-4o-mini",
    "apiKey": "{{OPENAI_KEY}}",
    "userPrompt": "<webhook.body.question>",
    "tools": [{ "block": "Fetch custmer", "description": "Finds a customer" }]
  }`,
  webhook: `{
    "path": "order-intake",
    "auth": {
      "type": "hmac", "secret": "{{STRIPE_WEBHOOK_SECRET}}", "header": "stripe-signature",
      "prefix": "v1=", "template": "{timestamp}.{rawBody}"
    }
  }`,
};

const problems: Readonly<Record<string, readonly FormProblem[]>> = {
  api: [
    problem('url', 'no block is called "fetchcustmer"; did you mean "fetchcustomer"?', {
      ...{ suggestion: 'fetchcustomer', line: 1, column: 1, length: 26 },
    }),
    problem('pathParams.id', 'stands for no ":id" of the path', { severity: 'warning' }),
    problem('timeout', 'is an unknown field; did you mean "timeoutMs"?'),
    problem('retry.maxRetries', 'must be at most 20'),
  ],
  agent: [
    problem('tools[0].block', 'no block is called "Fetch custmer"', {
      suggestion: 'Fetch customer',
    }),
  ],
};

const textOf = (type: string, config: string): string =>
  `{"blocks": [{"id": "a", "type": "${type}", "name": "a", "config": ${config}}], "edges": []}`;

function Form({ type, readOnlyReason = null }: { type: string; readOnlyReason?: string | null }) {
  const schema = schemas[type] ?? {};
  const [example] = (schema['examples'] ?? []) as readonly unknown[];
  const config = samples[type] ?? JSON.stringify(example ?? {});
  const [draft, setDraft] = useState(() => WorkflowText.read(textOf(type, config)));
  const [edits, setEdits] = useState(0);
  const value = (parseExact(draft?.text ?? '') as { blocks: { config: unknown }[] }).blocks[0];
  const edit = (next: readonly FormEdit[]): void => {
    setEdits(edits + 1);
    if (draft === null) return;
    const result = applyCommand(draft, commandFor('a', next));
    if (!isRefusal(result)) setDraft(result.document);
  };
  return (
    <div data-edits={edits} data-text={draft?.text}>
      <SchemaForm
        schema={schema}
        value={value?.config}
        problems={problems[type] ?? []}
        readOnlyReason={readOnlyReason}
        onEdit={edit}
        names={names}
      />
    </div>
  );
}

/** The form of every block type, and one that can only be read. */
export function Forms() {
  return (
    <Section title="Forms of blocks" isWide>
      <div className={styles.forms}>
        {Object.keys(schemas).map((type) => (
          <section key={type} className={styles.panel} aria-label={`Form of ${type}`}>
            <h3>{type}</h3>
            <Form type={type} />
          </section>
        ))}
        <section className={styles.panel} aria-label="Form of a viewer">
          <h3>Read only</h3>
          <Form type="router" readOnlyReason="Only an editor of the workspace may change this." />
        </section>
      </div>
    </Section>
  );
}
