/** The secrets that signed an attempt, by the times when they were set and replaced. */
import type { WorkspaceCipher } from '@libs/persistence';

export interface SecretsRow {
  readonly secret_ciphertext: Buffer | null;
  readonly secret_set_at: Date | null;
  /** Times are epoch ms; no ciphertext: the service has forgotten it. */
  readonly replaced_secrets: readonly {
    readonly setAt: number;
    readonly signsUntil: number;
    readonly ciphertext: string | null;
  }[];
}

interface StoredSecret {
  readonly setAt: number;
  readonly signsUntil: number;
  readonly sealed: Buffer | null;
  readonly isCurrent: boolean;
}

/**
 * `current`: by the secret that signs now, `replaced`: also or only by earlier ones, `gone`: by one
 * that the service has forgotten, `none`: it was not signed.
 */
export type SignedWith = 'current' | 'replaced' | 'gone' | 'none';

interface Signers {
  readonly signedWith: SignedWith;
  /** Sealed, the newest first; empty unless the service has all of them. */
  readonly sealed: readonly Buffer[];
}

/** All that are stored, the newest first. */
export const storedSecretsOf = (row: SecretsRow): StoredSecret[] => [
  ...(row.secret_ciphertext === null
    ? []
    : [
        {
          setAt: row.secret_set_at?.getTime() ?? 0,
          signsUntil: Number.POSITIVE_INFINITY,
          sealed: row.secret_ciphertext,
          isCurrent: true,
        },
      ]),
  ...row.replaced_secrets.map(({ setAt, signsUntil, ciphertext }) => ({
    setAt,
    signsUntil,
    sealed: ciphertext === null ? null : Buffer.from(ciphertext, 'base64'),
    isCurrent: false,
  })),
];

/** @param at when an attempt began, epoch ms */
export function signersAt(secrets: readonly StoredSecret[], at: number): Signers {
  const signing = secrets.filter(({ setAt, signsUntil }) => setAt <= at && at < signsUntil);
  const [newest] = signing;
  if (newest === undefined) return { signedWith: 'none', sealed: [] };
  const sealed = signing.flatMap((secret) => (secret.sealed === null ? [] : [secret.sealed]));
  if (sealed.length < signing.length) return { signedWith: 'gone', sealed: [] };
  return { signedWith: newest.isCurrent ? 'current' : 'replaced', sealed };
}

export const openSecrets = (
  cipher: WorkspaceCipher,
  workspaceId: string,
  sealed: readonly Buffer[],
): Promise<string[]> =>
  Promise.all(sealed.map((one) => cipher.decrypt(workspaceId, one, 'subscription-secret')));

/** Those that sign now, opened: what a receiver may check with. */
export const promisedSecretsOf = (
  row: SecretsRow,
  nowMs: number,
  workspaceId: string,
  cipher: WorkspaceCipher,
): Promise<{ readonly text: string; readonly isCurrent: boolean }[]> =>
  Promise.all(
    storedSecretsOf(row)
      .filter(({ sealed, signsUntil }) => sealed !== null && nowMs < signsUntil)
      .map(async ({ sealed, isCurrent }) => {
        const [text = ''] = await openSecrets(cipher, workspaceId, sealed === null ? [] : [sealed]);
        return { text, isCurrent };
      }),
  );
