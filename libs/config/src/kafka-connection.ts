/**
 * Kafka addresses, TLS and SASL. All our clients connect with the result of `kafkaConnectionOf`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Secret } from './secret.js';

export const kafkaVariables = {
  KAFKA_SSL: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false),
  KAFKA_SSL_CA_FILE: z.string().optional(),
  KAFKA_SSL_CERT_FILE: z.string().optional(),
  KAFKA_SSL_KEY_FILE: z.string().optional(),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
};

type KafkaSettings = Omit<z.output<z.ZodObject<typeof kafkaVariables>>, 'KAFKA_SASL_PASSWORD'> & {
  readonly KAFKA_SASL_PASSWORD: Secret | undefined;
  readonly KAFKA_BROKERS: readonly string[];
};

export interface KafkaConnection {
  readonly brokers: readonly string[];
  readonly ssl?: true | { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
}

/** Contradictions between the settings, one sentence per variable. */
export function kafkaProblems(
  settings: z.output<z.ZodObject<typeof kafkaVariables>>,
): readonly string[] {
  const problems: string[] = [];
  const given = (name: keyof typeof kafkaVariables): boolean => settings[name] !== undefined;
  for (const name of ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] as const) {
    if (given('KAFKA_SASL_MECHANISM') !== given(name))
      problems.push(`${name}: goes together with KAFKA_SASL_MECHANISM`);
  }
  if (given('KAFKA_SSL_CERT_FILE') !== given('KAFKA_SSL_KEY_FILE'))
    problems.push('KAFKA_SSL_CERT_FILE, KAFKA_SSL_KEY_FILE: both or neither');
  for (const name of ['KAFKA_SSL_CA_FILE', 'KAFKA_SSL_CERT_FILE'] as const) {
    if (given(name) && !settings.KAFKA_SSL) problems.push(`${name}: only with KAFKA_SSL=true`);
  }
  return problems;
}

/** @throws the file system's error when a named PEM file can't be read */
export function kafkaConnectionOf(settings: KafkaSettings): KafkaConnection {
  const ssl = {
    ...pem('ca', settings.KAFKA_SSL_CA_FILE),
    ...pem('cert', settings.KAFKA_SSL_CERT_FILE),
    ...pem('key', settings.KAFKA_SSL_KEY_FILE),
  };
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username } = settings;
  return {
    brokers: settings.KAFKA_BROKERS,
    ...(settings.KAFKA_SSL && { ssl: Object.keys(ssl).length === 0 ? true : ssl }),
    ...(mechanism !== undefined &&
      username !== undefined && {
        sasl: { mechanism, username, password: settings.KAFKA_SASL_PASSWORD?.reveal() ?? '' },
      }),
  };
}

const pem = (name: 'ca' | 'cert' | 'key', file: string | undefined): Record<string, string> =>
  file === undefined ? {} : { [name]: readFileSync(file, 'utf8') };
