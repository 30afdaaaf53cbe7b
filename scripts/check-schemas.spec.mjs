import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
let copy;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'schemas-'));
  cpSync(join(root, 'schemas'), copy, { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

function change(file, edit) {
  const path = join(copy, file);
  const json = JSON.parse(readFileSync(path, 'utf8'));
  edit(json);
  writeFileSync(path, JSON.stringify(json));
}

/** A changed schema needs a new id. */
const newId = (name) => change('ids.json', (ids) => (ids[name] = 900));

const check = () =>
  spawnSync(process.execPath, [join(root, 'scripts/check-schemas.mjs'), `--schemas=${copy}`], {
    encoding: 'utf8',
  });

describe('npm run schemas:check', () => {
  it('accepts the current schemas', () => {
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });

  it('accepts a new field with a default under a new id', () => {
    change('workflow-execution-completed.avsc', ({ fields }) =>
      fields.push({ name: 'region', type: 'string', default: '', doc: 'Where it ran.' }),
    );
    newId('workflow-execution-completed');
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });

  it('rejects a new field without a default and names rule and field', () => {
    change('workflow-execution-completed.avsc', ({ fields }) =>
      fields.push({ name: 'region', type: 'string', doc: 'Where it ran.' }),
    );
    newId('workflow-execution-completed');
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^READER_FIELD_MISSING_DEFAULT_VALUE: WorkflowExecutionCompleted\.region: .*release 1, FULL_TRANSITIVE, BACKWARD/m,
    );
  });

  it('rejects a removed field of a public topic, but not of an internal one', () => {
    const remove = (file, name) =>
      change(file, (schema) => {
        schema.fields = schema.fields.filter((field) => field.name !== name);
      });
    remove('execution-started.avsc', 'engineVersion');
    newId('execution-started');
    expect(check()).toMatchObject({ status: 0, stderr: '' });
    remove('workflow-step-completed.avsc', 'blockName');
    newId('workflow-step-completed');
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^READER_FIELD_MISSING_DEFAULT_VALUE: WorkflowStepCompleted\.blockName: .*FORWARD/m,
    );
  });

  it('reports a nested field and a changed logical type', () => {
    change('workflow-execution-completed.avsc', ({ fields }) => {
      const field = (name) => fields.find((one) => one.name === name);
      field('cost').type.fields.find(({ name }) => name === 'total').type = 'string';
      field('endedAt').type.logicalType = 'timestamp-micros';
    });
    newId('workflow-execution-completed');
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^TYPE_MISMATCH: WorkflowExecutionCompleted\.cost\.total: /m);
    expect(stderr).toMatch(/^LOGICAL_TYPE_CHANGED: WorkflowExecutionCompleted\.endedAt: /m);
  });

  it('rejects a changed schema under the id of a released one', () => {
    change('delivery-due.avsc', ({ fields }) =>
      fields.push({ name: 'extra', type: 'int', default: 0, doc: 'More.' }),
    );
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^SCHEMA_ID_REUSED: DeliveryDue: id \d+ .* next free id/m);
  });

  it('rejects a field without documentation', () => {
    change('delivery-due.avsc', ({ fields }) => delete fields[0].doc);
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^FIELD_WITHOUT_DOC: DeliveryDue\.deliveryId: /m);
  });
});
