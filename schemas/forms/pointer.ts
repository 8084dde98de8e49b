/** Creates a JSON pointer (RFC 6901) from keys and row indexes. */
export function pointerOf(keys: readonly (string | number)[]): string {
  let pointer = '';
  for (const key of keys) pointer += typeof key === 'number' ? `/${key}` : `/${escapeKey(key)}`;
  return pointer;
}

/** Fast path: most keys need no escaping. */
const escapeKey = (key: string) => (/[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key);

/** Splits a JSON pointer into keys; row indexes stay strings. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at these keys in a JSON value; undefined if there is none. */
export function valueUnder(value: unknown, keys: readonly string[]): unknown {
  let inside = value;
  for (const key of keys) {
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, key)) return undefined;
    inside = Reflect.get(inside, key);
  }
  return inside;
}
