/** Crockford's base32, as in newRefCode. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = 32n ** 8n;

/**
 * Returns a unique code per number. Multiplying by an odd factor modulo a power of two is a bijection that spreads
 * them.
 */
export function refCodeOf(number: number): string {
  let rest = (BigInt(number + 1) * 0x9e_37_79_b9_7fn) % codes;
  let code = '';
  for (let digit = 0; digit < 8; digit += 1) {
    code = `${alphabet[Number(rest % 32n)]}${code}`;
    rest /= 32n;
  }
  return code;
}
