/** Returns a random id of 16 base-36 characters (spec 9). */
export function randomId(): string {
  // 252 is the largest multiple of 36 in a byte. Larger bytes would make some characters more likely (modulo bias).
  const digits: number[] = [];
  while (digits.length < 16) {
    digits.push(...crypto.getRandomValues(new Uint8Array(32)).filter((byte) => byte < 252));
  }
  return digits
    .slice(0, 16)
    .map((digit) => (digit % 36).toString(36))
    .join('');
}
