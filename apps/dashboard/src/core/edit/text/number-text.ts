/** Numbers compared by their digits: a double would make 2^53 and 2^53 + 1 equal. */
const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Not by a regular expression: one that looks for the end is quadratic in runs of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** `1.50`, `15e-1` and `0.15E+1` give the same text, and so do `0` and `-0.0`. */
export function numberKey(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts.exec(number) ?? [];
  const all = whole + fraction;
  const digits = withoutTrailingZeros(all).replace(/^0+/, '');
  if (digits === '') return '0';
  const dropped = all.length - withoutTrailingZeros(all).length;
  return `${sign}${digits}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(dropped)}`;
}
