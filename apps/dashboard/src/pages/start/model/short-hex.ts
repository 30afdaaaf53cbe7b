/** A signature as two people compare it: its first and its last digits. */
export const shortHex = (hex: string): string =>
  hex.length <= 12 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`;

export interface SignedHeader {
  readonly name: string;
  /** Before and after the signature. */
  readonly before: string;
  readonly after: string;
}

/** The header that holds a signature: its name is a setting of the service. */
export function signedHeader(
  headers: readonly { readonly name: string; readonly value: string }[],
  signature: string,
): SignedHeader | null {
  const found = headers.find(({ value }) => value.includes(`v1=${signature}`));
  if (found === undefined) return null;
  const at = found.value.indexOf(signature);
  return {
    name: found.name,
    before: found.value.slice(0, at),
    after: found.value.slice(at + signature.length),
  };
}
