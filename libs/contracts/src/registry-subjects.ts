/**
 * Our content for a schema registry: pinned ids, versions counted from 1, and subjects by
 * TopicRecordNameStrategy (`<topic>-<full record name>`). The api's registry answers from this;
 * `npm run schemas:register` copies it to another registry.
 */
import { formerSchemas, schemaIds, schemaTexts, type RecordTypes } from './records.generated.js';
import { compatibilityOf, topicCatalogue, type CompatibilityLevel } from './topic-catalogue.js';

export interface SubjectVersion {
  readonly subject: string;
  /** From 1. */
  readonly version: number;
  /** The id in the frames of Kafka records. */
  readonly id: number;
  /** Avro schema as JSON text. */
  readonly schema: string;
}

export interface RegistrySubject {
  readonly subject: string;
  readonly compatibility: CompatibilityLevel;
  readonly versions: readonly SubjectVersion[];
}

/** `namespace.Name` of a record type. */
export function fullNameOf(name: keyof RecordTypes): string {
  const { namespace } = JSON.parse(schemaTexts[name]) as { readonly namespace: string };
  return `${namespace}.${name}`;
}

function versionsOf(subject: string, name: keyof RecordTypes): SubjectVersion[] {
  const former = formerSchemas
    .filter((schema) => schema.name === name)
    .map(({ id, text }) => ({ id, schema: text }));
  return [...former, { id: schemaIds[name], schema: schemaTexts[name] }].map((found, index) => ({
    subject,
    version: index + 1,
    ...found,
  }));
}

export const registrySubjects: readonly RegistrySubject[] = topicCatalogue
  .flatMap((topic) =>
    topic.records.map((name) => {
      const subject = `${topic.name}-${fullNameOf(name)}`;
      return {
        subject,
        compatibility: compatibilityOf(topic),
        versions: versionsOf(subject, name),
      };
    }),
  )
  .sort((a, b) => (a.subject < b.subject ? -1 : 1));
