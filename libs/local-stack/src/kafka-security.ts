/**
 * A guarded listener beside the plain one, as a managed cluster has: TLS, SASL/SCRAM, and an
 * authorizer that refuses clients without rights. Only for tests of exactly that. Clients of the
 * plain listener on loopback (the brokers, a test's own client) may do everything.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface BrokerSecurity {
  /** The broker's private key (PKCS#8) and certificate for 127.0.0.1, as PEM. */
  readonly keyPem: string;
  readonly certificatePem: string;
  /** Signed the broker's certificate; trusted for client certificates, which are optional. */
  readonly authorityPem: string;
  /** Passwords by user, for SCRAM-SHA-512. */
  readonly users: Readonly<Record<string, string>>;
}

const filesIn = (dir: string) => ({
  keyStore: join(dir, 'broker.pem'),
  trustStore: join(dir, 'authority.pem'),
});

export async function writeStores(dir: string, security: BrokerSecurity): Promise<void> {
  const { keyStore, trustStore } = filesIn(dir);
  const identity = `${security.keyPem.trim()}\n${security.certificatePem.trim()}\n`;
  await writeFile(keyStore, identity, { mode: 0o600 });
  await writeFile(trustStore, security.authorityPem);
}

export const securedListener = 'SASL_SSL';

/** Settings of the guarded listener; the listener itself is in `listeners`. */
export function securityProperties(dir: string): Readonly<Record<string, string>> {
  const { keyStore, trustStore } = filesIn(dir);
  return {
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    [`listener.name.${securedListener.toLowerCase()}.scram-sha-512.sasl.jaas.config`]:
      'org.apache.kafka.common.security.scram.ScramLoginModule required;',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': trustStore,
    'ssl.client.auth': 'requested',
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:ANONYMOUS',
  };
}

/** For `StorageTool format`: users must exist before the first start. */
export const scramArguments = ({ users }: BrokerSecurity): string[] =>
  Object.entries(users).map(
    ([name, password]) => `--add-scram=SCRAM-SHA-512=[name=${name},password=${password}]`,
  );
