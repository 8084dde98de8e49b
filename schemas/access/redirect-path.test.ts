import { describe, expect, it } from 'vitest';
import { safeRedirectPath } from './redirect-path.ts';

describe('safeRedirectPath (the redirect target after signing in)', () => {
  it.each(['/c/radio/orders?status=draft', '/admin/orders/pending', '/'])('accepts %s', (path) => {
    expect(safeRedirectPath(path)).toBe(path);
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
  ])('rejects %j', (path) => {
    expect(safeRedirectPath(path)).toBeUndefined();
  });

  it('resolves .. segments without leaving the site', () => {
    expect(safeRedirectPath('/c/../../settings')).toBe('/settings');
  });
});
