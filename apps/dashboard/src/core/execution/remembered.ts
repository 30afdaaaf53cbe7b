/**
 * Results that depend on one immutable value, kept as long as the value is: a tree per version of
 * a ledger, whoever asks.
 */
export function remembered<Key extends object, With, Result>(
  make: (key: Key, other: With) => Result,
): (key: Key, other: With) => Result {
  const kept = new WeakMap<Key, { readonly other: With; readonly result: Result }>();
  return (key, other) => {
    const known = kept.get(key);
    if (known !== undefined && known.other === other) return known.result;
    const result = make(key, other);
    kept.set(key, { other, result });
    return result;
  };
}
