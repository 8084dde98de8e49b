/** Something, an @, something, a dot (spec 5): the mail itself is the proof. */
export function isAddress(text: string): boolean {
  return /.+@.+\./.test(text);
}
