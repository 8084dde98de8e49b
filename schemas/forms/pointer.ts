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

/** What stands in a JSON value under these keys; undefined where there is nothing. */
export function valueUnder(value: unknown, keys: readonly string[]): unknown {
  let inside = value;
  for (const key of keys) {
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, key)) return undefined;
    inside = Reflect.get(inside, key);
  }
  return inside;
}
