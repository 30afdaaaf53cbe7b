/** Makes a path of a trigger that nobody has taken. Works without a secure context. */
export const randomEnding = (): string =>
  [...crypto.getRandomValues(new Uint8Array(3))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
