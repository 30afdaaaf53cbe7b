import { useState } from 'react';
import { referenceName } from '../../src/core/completion/reference-text.js';
import type { Scope, ScopeBlock } from '../../src/core/completion/scope.js';
import {
  ExpressionField,
  type ExpressionFieldProps,
} from '../../src/parts/expression-field/expression-field.js';
import { ReferenceTree } from '../../src/parts/reference-tree/reference-tree.js';
import styles from '../gallery.module.css';
import { Section } from '../section.js';

const twoMinutesAgo = Date.now() - 125_000;

const block = (id: string, name: string, rest: Partial<ScopeBlock> = {}): ScopeBlock => ({
  ...{ id, name, reference: referenceName(name), outputs: [], isOpen: false, lastRun: null },
  ...rest,
});

const customer = {
  id: 'cus_81',
  card: { id: 'card_9fK2', brand: 'visa', expires: '2028-04' },
  locale: 'pt-PT',
  campaigns: [],
  cancelled: false,
  addresses: [{ 'care of': null, city: 'Porto' }],
};

const scope: Scope = {
  blocks: [
    block('known', 'Known customer?'),
    block('fetch', 'Fetch customer', {
      outputs: [
        { path: 'data', type: 'any', text: 'body of the answer' },
        { path: 'data.category', type: 'text', text: 'as the shop says' },
        { path: 'status', type: 'number', text: 'HTTP status' },
      ],
      lastRun: { value: { data: customer, status: 200 }, atMs: twoMinutesAgo },
    }),
    block('start', 'Order received', {
      isOpen: true,
      outputs: [{ path: 'body', type: 'any', text: 'of the request' }],
      lastRun: { value: { body: { cents: 41_850, currency: 'EUR' } }, atMs: twoMinutesAgo },
    }),
  ],
  secrets: ['PAY_KEY', 'CRM_TOKEN'],
  variables: [{ name: 'total', type: 'number' }],
  containers: [
    {
      kind: 'loop',
      fields: [
        { path: 'index', type: 'number', text: 'the number of the iteration, from 0' },
        { path: 'currentItem', type: 'any', text: 'its item' },
      ],
    },
  ],
};

/** What a sample of 2 MB has. */
const largeScope: Scope = {
  ...scope,
  blocks: [
    block('rows', 'Read rows', {
      isOpen: true,
      lastRun: {
        atMs: twoMinutesAgo,
        value: {
          rows: Array.from({ length: 12_000 }, (_, at) => ({
            ...{ id: at, name: `Customer ${at}`, city: 'Porto', note: 'x'.repeat(100) },
          })),
        },
      },
    }),
    ...scope.blocks,
  ],
};

const body = `{
  "amount": "<orderreceived.body.cents>",
  "currency": "<orderreceived.body.currency>",
  "source": "<fetchcustomer.data.ca",
  "tries": 3
}`;

type FieldProps = Omit<ExpressionFieldProps, 'onChange' | 'scope'> & { scope?: Scope };

function Field({ value: first, ...props }: FieldProps) {
  const [value, setValue] = useState(first);
  return <ExpressionField scope={scope} {...props} value={value} onChange={setValue} />;
}

export function Expressions() {
  return (
    <Section title="Text with references" isWide>
      <div className={styles.panels}>
        <Field label="URL" language="text" value="https://crm.test/<fetchcustomer.data.id>/cards" />
        <Field label="Token" language="text" value="Bearer {{PAY_KEY}}" hint="Sent as a header" />
        <Field label="Empty" language="text" value="" placeholder="https://" />
        <Field label="Unknown" language="text" value="<fetchcustmer.data.payUrl>/charges" />
        <Field label="Missing secret" language="text" value="{{PAY_KEI}}" />
        <Field
          label="Path"
          language="text"
          value="/orders/:id"
          problem={{
            message: 'The path parameter ":id" has no value. Add it to the path parameters.',
            ...{ line: 1, column: 9, length: 3 },
          }}
        />
        <Field label="Condition" language="expression" value="<orderreceived.body.cents> > 1000" />
        <Field label="Fixed" language="text" value="<loop.index> of <variable.total>" isReadOnly />
        <Field label="Large sample" language="text" value="" scope={largeScope} />
        <Field
          label="Code"
          language="code"
          value={'const total = <orderreceived.body.cents>;\nreturn total / 100;'}
        />
        <Field label="Body" language="json" value={body} />
        <Field
          label="Broken body"
          language="json"
          value={'{\n  "a": 1,\n  "b" 2\n}'}
          problem={{ message: 'Line 3, column 7: a colon is missing.', line: 3, column: 7 }}
        />
        <ReferenceTree scope={scope} />
      </div>
    </Section>
  );
}
