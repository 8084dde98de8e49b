import fc from 'fast-check';
import { isRecord } from '#schemas/forms/is-record.ts';

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
};

/** Names with a special meaning in JavaScript, in MongoDB, or in paths. */
export const hostileKeys: string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '_id', 'id'],
  ...['', ' ', 'a.b', '$where', '$gt', '/', '~1', '\u0000', '\ud800', 'é', '\u202e', '0', '-1', 'k'.repeat(5_000)],
];

const hostileTexts = [
  ...['0123456789abcdef01234567', '0123456789ABCDEF01234567', 'true', 'null', '1e999', '9'.repeat(400), '-0', 'NaN'],
  ...['+275760-09-13T00:00:00.001Z', '2026-02-30', '2026-11-24T25:61:00Z', '0000-00-00', '24:00', '\u0660\u0661'],
  ...['../../etc/passwd', '%00', '%', '<script>alert(1)</script>', '=1+1', 'a@b', '@', '://', 'javascript:0', '(a+)+$'],
  ...[
    'a\u0000b',
    '\ud800',
    'a\udc00',
    'http://json-schema.org/draft-04/schema#',
    'https://json-schema.org/draft/2020-12/schema',
  ],
  ...['{{', '{{form.', '\r\nSet-Cookie: a=b', 'x'.repeat(70_000), '\n'.repeat(9_000), '🧨'.repeat(3_000)],
];

/** Malicious or degenerate values. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324),
  fc.constantFrom<unknown>(...hostileTexts, ...hostileKeys),
  fc.constantFrom<unknown>([], {}, [[]], [null], { $gt: '' }, { $where: 'sleep(1000)' }, { toString: 1 }),
  fc.constantFrom<unknown>(
    nested(60, (inner) => [inner]),
    nested(60, (a) => ({ a })),
    nested(1_000, (inner) => [inner]),
    Array.from({ length: 12_000 }, (_, at) => at),
    Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`k${at}`, at])),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

interface Change {
  kind: 'replace' | 'remove' | 'add' | 'repeat' | 'wrap';
  /** Index of a place, modulo the number of places. */
  at: number;
  key: string;
  value: unknown;
}

const changes: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'remove', 'add', 'repeat', 'wrap'),
  at: fc.nat(),
  key: fc.oneof(fc.constantFrom(...hostileKeys), fc.string({ maxLength: 5 })),
  value: hostileValues,
});

/** Mutates JSON values of a generator in up to that many places; sometimes replaces the whole value. */
export function mutateJson(values: fc.Arbitrary<unknown>, maxPlaces = 3): fc.Arbitrary<unknown> {
  const some = fc
    .tuple(values, fc.array(changes, { maxLength: maxPlaces }))
    .map(([value, all]) => all.reduce(changed, structuredClone(value)));
  return fc.oneof({ weight: 20, arbitrary: some }, { weight: 1, arbitrary: hostileValues });
}

interface Place {
  holder: unknown[] | Record<string, unknown>;
  key: string | number;
}

function changed(whole: unknown, { kind, at, key, value }: Change): unknown {
  const places = placesIn(whole);
  const place = places[at % (places.length + 1)];
  const fresh = structuredClone(value);
  if (!place) return kind === 'replace' ? fresh : whole;
  const { holder } = place;
  const now: unknown = Reflect.get(holder, place.key);
  if (kind === 'replace') put(holder, place.key, fresh);
  if (kind === 'wrap') put(holder, place.key, [now]);
  if (kind === 'add' && isRecord(now)) put(now, key, fresh);
  if (kind === 'add' && Array.isArray(now)) now.push(fresh);
  if (kind === 'remove' && !Array.isArray(holder)) delete holder[place.key];
  if (kind === 'remove' && Array.isArray(holder)) holder.splice(Number(place.key), 1);
  if (kind === 'repeat' && Array.isArray(holder)) holder.push(structuredClone(now));
  return whole;
}

/** Define the property as JSON.parse does: `__proto__` is an ordinary key. */
function put(holder: object, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Every place below the root of a value, up to a limit. */
function placesIn(whole: unknown): Place[] {
  const places: Place[] = [];
  const open: unknown[] = [whole];
  while (open.length > 0 && places.length < 5_000) {
    const holder = open.pop();
    if (Array.isArray(holder)) for (const key of holder.keys()) places.push({ holder, key });
    else if (isRecord(holder)) for (const key of Object.keys(holder)) places.push({ holder, key });
    else continue;
    open.push(...Object.values(holder));
  }
  return places;
}
