/**
 * Certificates for one test: an authority and the certificates it signs for 127.0.0.1. Valid for a
 * day.
 */
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { webcrypto, type webcrypto as types } from 'node:crypto';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 24 * 60 * 60 * 1000;
const serverAndClient = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'];

export interface Identity {
  readonly keyPem: string;
  readonly certificatePem: string;
}

export interface Authority {
  readonly certificatePem: string;
  /** A key and a certificate for a name, valid for servers on 127.0.0.1 and for clients. */
  sign(name: string): Promise<Identity>;
}

const newKeys = (): Promise<types.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const validity = () => ({
  notBefore: new Date(Date.now() - dayMs),
  notAfter: new Date(Date.now() + dayMs),
});

export async function createAuthority(): Promise<Authority> {
  const keys = await newKeys();
  const name = 'CN=Test authority';
  const root = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
    ...validity(),
  });
  return {
    certificatePem: root.toString('pem'),
    async sign(commonName) {
      const own = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${commonName}`,
        issuer: name,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
          new ExtendedKeyUsageExtension(serverAndClient),
        ],
        ...validity(),
      });
      const key = await webcrypto.subtle.exportKey('pkcs8', own.privateKey);
      return {
        keyPem: PemConverter.encode(key, 'PRIVATE KEY'),
        certificatePem: certificate.toString('pem'),
      };
    },
  };
}
