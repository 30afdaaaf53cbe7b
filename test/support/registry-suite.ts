/** The answers that every registry with our schemas must give, our own and third-party ones. */
import { expect, it } from '@jest/globals';
import { decodeRecord, encodeRecord, registrySubjects } from '@libs/contracts';
import avro from 'avsc';

export interface RegistryUnderTest {
  get(path: string): Promise<{ status: number; contentType: string; body: unknown }>;
}

const subject =
  'workflow.execution.completed-io.flowledger.events.WorkflowExecutionCompleted' as const;

const canonical = (text: string): string =>
  JSON.stringify(
    avro.Type.forSchema(JSON.parse(text) as avro.Schema, { wrapUnions: 'auto' }).schema(),
  );

/** @param registry called when each test runs */
export function registryAnswers(registry: () => RegistryUnderTest): void {
  it('has every subject and every version under its pinned id', async () => {
    const { body } = await registry().get('/subjects');
    // Placeholders that `schemas:register` creates in registries that assign ids themselves.
    const subjects = (body as string[]).filter((name) => !name.startsWith('flowledger-unused-'));
    expect(subjects.sort()).toEqual(registrySubjects.map((one) => one.subject));
    for (const { versions, subject: name } of registrySubjects) {
      expect((await registry().get(`/subjects/${name}/versions`)).body).toEqual(
        versions.map(({ version }) => version),
      );
      for (const { version, id, schema } of versions) {
        const found = await registry().get(`/subjects/${name}/versions/${version}`);
        const answer = found.body as { schema: string };
        expect(answer).toMatchObject({ subject: name, version, id });
        // A registry may serialize the same schema differently.
        expect(canonical(answer.schema)).toEqual(canonical(schema));
      }
    }
  });

  it('returns the schema that decodes a frame by its id', async () => {
    const event = {
      deliveryId: '0198a9f1-7a44-7c11-9d62-0d7f2b5a7c11',
      subscriptionId: '0198a9f1-7a44-7c11-9d62-0d7f2b5a7c12',
      state: 'dropped',
      reason: 'deleted',
      nextDueAt: null,
      occurredAt: 1_763_700_000_000,
    };
    const frame = encodeRecord('DeliveryStateChanged', event);
    const { status, contentType, body } = await registry().get(
      `/schemas/ids/${frame.readInt32BE(1)}`,
    );
    expect(status).toBe(200);
    expect(contentType).toContain('json');
    const type = avro.Type.forSchema(
      JSON.parse((body as { schema: string }).schema) as avro.Schema,
      { wrapUnions: 'never' },
    );
    expect({ ...(type.fromBuffer(frame.subarray(5)) as object) }).toEqual({
      ...decodeRecord(frame).data,
    });
  });

  it('has the latest version and the compatibility level of a subject', async () => {
    expect((await registry().get(`/subjects/${subject}/versions/latest`)).body).toMatchObject({
      subject,
    });
    expect((await registry().get(`/config/${subject}`)).body).toEqual({
      compatibilityLevel: 'FULL_TRANSITIVE',
    });
    expect((await registry().get('/schemas/types')).body).toContain('AVRO');
  });

  it('answers with the error codes that clients expect', async () => {
    const refusals: [string, number][] = [
      ['/schemas/ids/999999', 40403],
      ['/subjects/no-such-subject/versions', 40401],
      ['/subjects/no-such-subject/versions/1', 40401],
      [`/subjects/${subject}/versions/77`, 40402],
    ];
    for (const [path, code] of refusals) {
      const { status, body } = await registry().get(path);
      expect([path, status, body]).toEqual([
        path,
        Math.floor(code / 100),
        expect.objectContaining({ error_code: code, message: expect.any(String) }),
      ]);
    }
  });
}
