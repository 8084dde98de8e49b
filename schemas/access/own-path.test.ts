import { describe, expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

describe('the place asked for before signing in', () => {
  it.each(['/c/radio/orders?status=draft', '/admin/orders/pending', '/'])('may be %s', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'c/radio',
    '',
    null,
  ])('is never %s', (path) => {
    expect(ownPath(path)).toBeUndefined();
  });

  it('stays inside when it climbs', () => {
    expect(ownPath('/c/../../settings')).toBe('/settings');
  });
});
