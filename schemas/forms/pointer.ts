/** A JSON pointer (RFC 6901): keys and row numbers from the outside in. */
export function pointerOf(keys: readonly (string | number)[]): string {
  let pointer = '';
  for (const key of keys) pointer += typeof key === 'number' ? `/${key}` : `/${escaped(key)}`;
  return pointer;
}

/** Most keys have nothing to escape, and a list of many rows asks for many pointers. */
const escaped = (key: string) => (/[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key);

/** The keys of a JSON pointer; row numbers stay texts. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
