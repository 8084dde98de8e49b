import { describe, expect, it } from 'vitest';
import { requestPath, safeRedirectPath } from './pages.ts';

describe('safeRedirectPath', () => {
  it.each([
    ['/c/radio?status=draft', '/c/radio?status=draft'],
    ['/', '/'],
    ['http://localhost:3000/admin', '/admin'],
    ['http://localhost:3000', '/'],
    ['HTTP://evil.example/x', '/x'],
    ['https://evil.example?x', '/?x'],
    ['//evil.example/x', '/evil.example/x'],
    ['/\\evil.example', '/evil.example'],
    ['/\\/\\evil.example', '/evil.example'],
    ['http://evil.example//evil.example', '/evil.example'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['*', '/*'],
  ])('maps %s to %s', (target, path) => {
    expect(safeRedirectPath(target)).toBe(path);
  });

  it('differs from requestPath only where a browser would read another host', () => {
    expect(requestPath('http://localhost:3000/admin')).toBe('/admin');
    expect(requestPath('//evil.example')).toBe('//evil.example');
  });
});
