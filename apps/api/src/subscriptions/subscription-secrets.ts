/** Signing secrets: made here, stored sealed with the workspace's key, given out once at most, opened to sign. */
import { Inject, Injectable } from '@nestjs/common';
import type { SubscriptionEntity, WorkspaceCipher } from '@libs/persistence';
import { randomBytes } from 'node:crypto';
import { WORKSPACE_CIPHER } from '../workspaces/workspace-cipher.provider.js';

/** The delivery app opens them with the same purpose. */
const purpose = 'subscription-secret';

export interface SealedSecret {
  /** Null removes the secret. */
  readonly ciphertext: Buffer | null;
  /** Set when it was made here: show it in this answer. */
  readonly made: string | null;
}

@Injectable()
export class SubscriptionSecrets {
  constructor(@Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher) {}

  /** Undefined when the request says nothing about the secret. */
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

  /** `whsec_` and 32 random bytes in base64, as Standard Webhooks writes them. */
  async make(workspaceId: string): Promise<SealedSecret> {
    const made = `whsec_${randomBytes(32).toString('base64')}`;
    return { ciphertext: await this.#seal(workspaceId, made), made };
  }

  /** Those that sign now, current first. */
  async open(subscription: SubscriptionEntity): Promise<string[]> {
    const { workspaceId, secretCiphertext, previousSecretCiphertext, previousSecretUntil } =
      subscription;
    const overlaps = previousSecretUntil !== null && previousSecretUntil.getTime() > Date.now();
    const sealed = [secretCiphertext, overlaps ? previousSecretCiphertext : null];
    return Promise.all(
      sealed
        .filter((one) => one !== null)
        .map((one) => this.cipher.decrypt(workspaceId, one, purpose)),
    );
  }

  #seal(workspaceId: string, secret: string): Promise<Buffer> {
    return this.cipher.encrypt(workspaceId, secret, purpose);
  }
}
