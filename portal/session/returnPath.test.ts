import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consumeReturnPath, storeReturnPath } from './returnPath.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const minutes = (count: number) => count * 60_000;

describe('the path to return to after signing in', () => {
  it('is returned once, within 15 minutes', () => {
    storeReturnPath('/c/1/orders?q=radio', 0);
    expect(consumeReturnPath(minutes(14))).toBe('/c/1/orders?q=radio');
    expect(consumeReturnPath(minutes(14))).toBeUndefined();
    storeReturnPath('/c/1/orders', 0);
    expect(consumeReturnPath(minutes(15))).toBeUndefined();
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
  ])('is undefined when the stored value is invalid: %s', (broken) => {
    storage.set('return-path', broken);
    expect(consumeReturnPath(0)).toBeUndefined();
    expect(storage.size).toBe(0);
  });

  it('is undefined when storage is disabled, without an error', () => {
    const closed = () => {
      throw new DOMException('The operation is insecure', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
    expect(() => storeReturnPath('/c/1/orders', 0)).not.toThrow();
    expect(consumeReturnPath(0)).toBeUndefined();
  });
});
