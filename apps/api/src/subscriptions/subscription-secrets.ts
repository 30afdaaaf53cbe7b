/**
 * The secret parts of a subscription: signing secrets (a generated one is shown only once) and the
 * values of static headers. They are stored encrypted with the workspace's key, and decrypted to
 * send.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { SubscriptionEntity, WorkspaceCipher } from '@libs/persistence';
import { WORKSPACE_CIPHER } from '@libs/platform';
import { randomBytes } from 'node:crypto';
import type { StaticHeaders } from './static-headers.js';

/** The delivery app decrypts with the same purposes. */
const purpose = 'subscription-secret';
const headersPurpose = 'subscription-headers';

export interface SealedSecret {
  /** Null removes the secret. */
  readonly ciphertext: Buffer | null;
  /** Set when the secret was generated here: it must be shown in this answer. */
  readonly made: string | null;
}

@Injectable()
export class SubscriptionSecrets {
  constructor(@Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher) {}

  /** Undefined when the request does not mention the secret. */
  async fromRequest(
    workspaceId: string,
    request: {
      readonly secret?: string | null | undefined;
      readonly generateSecret?: boolean | undefined;
    },
  ): Promise<SealedSecret | undefined> {
    if (request.generateSecret === true) return this.make(workspaceId);
    if (request.secret === undefined) return undefined;
    return {
      ciphertext: request.secret === null ? null : await this.#seal(workspaceId, request.secret),
      made: null,
    };
  }

  /** `whsec_` and 32 random bytes in base64, the Standard Webhooks format. */
  async make(workspaceId: string): Promise<SealedSecret> {
    const made = `whsec_${randomBytes(32).toString('base64')}`;
    return { ciphertext: await this.#seal(workspaceId, made), made };
  }

  /** Columns of the entity; empty when the request does not mention headers. */
  async headersFromRequest(
    workspaceId: string,
    headers: StaticHeaders | null | undefined,
  ): Promise<Partial<Pick<SubscriptionEntity, 'headersCiphertext' | 'headerNames'>>> {
    if (headers === undefined) return {};
    const pairs = Object.entries(headers ?? {});
    if (pairs.length === 0) return { headersCiphertext: null, headerNames: [] };
    return {
      headersCiphertext: await this.cipher.encrypt(
        workspaceId,
        JSON.stringify(pairs),
        headersPurpose,
      ),
      headerNames: pairs.map(([name]) => name),
    };
  }

  async openHeaders({
    workspaceId,
    headersCiphertext,
  }: SubscriptionEntity): Promise<(readonly [string, string])[]> {
    if (headersCiphertext === null) return [];
    const text = await this.cipher.decrypt(workspaceId, headersCiphertext, headersPurpose);
    return JSON.parse(text) as [string, string][];
  }

  /** @param earlier sealed ones that still sign, the last one first */
  async open(
    { workspaceId, secretCiphertext }: SubscriptionEntity,
    earlier: readonly Buffer[],
  ): Promise<string[]> {
    if (secretCiphertext === null) return [];
    return Promise.all(
      [secretCiphertext, ...earlier].map((one) => this.cipher.decrypt(workspaceId, one, purpose)),
    );
  }

  async isCurrent(
    { workspaceId, secretCiphertext }: SubscriptionEntity,
    secret: string,
  ): Promise<boolean> {
    if (secretCiphertext === null) return false;
    return (await this.cipher.decrypt(workspaceId, secretCiphertext, purpose)) === secret;
  }

  #seal(workspaceId: string, secret: string): Promise<Buffer> {
    return this.cipher.encrypt(workspaceId, secret, purpose);
  }
}
