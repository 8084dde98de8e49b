import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SignedMessage, signatureBase, UnknownComponentError } from './signature-base.ts';
import { digestCheck } from './signed-body.ts';
import { parseDictionary } from './structured-fields.ts';

/** The request of RFC 9421, B.2. */
const body = '{"hello": "world"}';
const digest = 'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:';
const message: SignedMessage = {
  method: 'POST',
  targetUri: 'https://example.com/foo?param=Value&Pet=dog',
  headers: {
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-digest': digest,
  },
};

describe('the hmac-sha256 example of RFC 9421 (B.2.5)', () => {
  const secret = Buffer.from(
    'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    'base64',
  );
  const input = 'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"';

  it('yields the documented signature base and signature', () => {
    const member = parseDictionary(input)?.get('sig-b25');
    const components = Array.isArray(member?.value) ? member.value : [];
    const base = signatureBase(components, message, member?.text ?? '');
    expect(base).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@authority": example.com',
        '"content-type": application/json',
        '"@signature-params": ("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
      ].join('\n'),
    );
    const signature = parseDictionary('sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:')?.get('sig-b25')?.value;
    expect(createHmac('sha256', secret).update(base).digest()).toEqual(signature);
  });
});

describe('signatureBase', () => {
  it.each([
    ['@method', 'POST'],
    ['@target-uri', 'https://example.com/foo?param=Value&Pet=dog'],
    ['@authority', 'example.com'],
    ['@scheme', 'https'],
    ['@request-target', '/foo?param=Value&Pet=dog'],
    ['@path', '/foo'],
    ['@query', '?param=Value&Pet=dog'],
  ])('serializes %s', (name, value) => {
    expect(signatureBase([name], message, '()')).toBe(`"${name}": ${value}\n"@signature-params": ()`);
  });

  it.each([[['@status']], [['x-missing']], [['date', 'date']], [['toString']]])(
    'throws for the components %j',
    (names) => {
      expect(() => signatureBase(names, message, '()')).toThrow(UnknownComponentError);
    },
  );
});

describe('parseDictionary', () => {
  it.each<[string, object]>([
    ['a=1, b=?0,\tc', { a: 1, b: false, c: true }],
    ['a=:aGk=:;x="a \\"quoted\\" one"', { a: Buffer.from('hi') }],
    ['a=( "b"  "c" );p=-5;q', { a: ['b', 'c'] }],
    ['a=()', { a: [] }],
  ])('parses %s', (text, values) => {
    const members = parseDictionary(text) ?? [];
    expect(Object.fromEntries([...members].map(([key, { value }]) => [key, value]))).toEqual(values);
  });

  it.each([
    '',
    'a=',
    'A=1',
    'a=1,',
    'a=1,a=2',
    'a="b',
    'a=("b"',
    'a=("b""c")',
    'a=("b";sf)',
    'a=:*:',
    'a=1.5',
    'a=1;b=1;b=2',
  ])('returns null for %j', (text) => {
    expect(parseDictionary(text)).toBeNull();
  });
});

describe('a Content-Digest check (RFC 9530)', () => {
  const fits = (field: string, text: string) => {
    const check = digestCheck(field);
    check?.update(Buffer.from(text));
    return check?.fits() ?? null;
  };

  it('accepts the matching body only, and requires all digests to match', () => {
    expect(fits(digest, body)).toBe(true);
    expect(fits(digest, `${body} `)).toBe(false);
    expect(fits(`sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, ${digest}`, body)).toBe(true);
    expect(fits(`sha-256=:Y48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, ${digest}`, body)).toBe(false);
  });

  it.each(['', 'md5=:aGk=:', 'sha-256="aGk="', 'nonsense :'])('returns null for an unsupported header: %j', (field) => {
    expect(fits(field, body)).toBeNull();
  });
});
