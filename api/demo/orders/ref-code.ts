/** Crockford's base32, as newRefCode has it. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = 32n ** 8n;

/** A code for each number and none twice: an odd factor leads through all of them, far from one another. */
export function refCodeOf(number: number): string {
  let rest = (BigInt(number + 1) * 0x9e_37_79_b9_7fn) % codes;
  let code = '';
  for (let digit = 0; digit < 8; digit += 1) {
    code = `${alphabet[Number(rest % 32n)]}${code}`;
    rest /= 32n;
  }
  return code;
}
