import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberWantedPath, takeWantedPath } from './wantedPath.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const minutes = (count: number) => count * 60_000;

describe('the place that was asked for before signing in', () => {
  it('is where signing in leads to, once, for a quarter of an hour', () => {
    rememberWantedPath('/c/1/orders?q=radio', 0);
    expect(takeWantedPath(minutes(14))).toBe('/c/1/orders?q=radio');
    expect(takeWantedPath(minutes(14))).toBeUndefined();
    rememberWantedPath('/c/1/orders', 0);
    expect(takeWantedPath(minutes(15))).toBeUndefined();
  });

  it.each([
    '',
    'null',
    '{',
    '[]',
    '"/c/1"',
    '{"path":7,"until":9e15}',
    '{"path":"/c/1","until":"x"}',
    '{"path":"//evil.example","until":9e15}',
  ])('is nowhere where a browser has kept something else: %s', (broken) => {
    kept.set('wanted-path', broken);
    expect(takeWantedPath(0)).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it('is nowhere where a browser keeps nothing, and signing in goes on', () => {
    const closed = () => {
      throw new DOMException('The operation is insecure', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
    expect(() => rememberWantedPath('/c/1/orders', 0)).not.toThrow();
    expect(takeWantedPath(0)).toBeUndefined();
  });
});
