import { describe, expect, it } from 'vitest';
import { passwordWeakness } from './password-strength.ts';

const own = ['Ada Stone', 'ada.stone@bakery.example', 'adastone'];

describe('passwordWeakness', () => {
  it.each([
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'password12',
    'P@ssw0rd123',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    'letmeinletmein',
    '19870523198',
    'ada.stone@bakery.example',
    'adastone2026',
    'bakery.example',
    'Ada Stone 1',
  ])('rejects the easily guessed password %s', (password) => {
    expect(passwordWeakness(password, own)).toMatch(/^Too easy to guess\. [A-Z]/);
  });

  it.each(['correct horse battery', 'xk29vq1mzp', 'Grüße vom Bäcker!', 'Tr0ub4dour&3', '密码密码学的风景很美丽'])(
    'accepts the strong password %s',
    (password) => {
      expect(passwordWeakness(password, own)).toBeUndefined();
    },
  );

  it.each(['', 'short', '123456789'])('rejects %j because it has fewer than 10 characters', (password) => {
    expect(passwordWeakness(password, own)).toBe('Must have at least 10 characters');
  });

  it.each([
    ['swapped letters', 'p@ssw0rd1q$3r7y'],
    ['symbols', '4@8({[</369&#!1/|\\0$5+7%2/4'],
    ['digits', '1029384756'],
    ['words', 'password1qwerty'],
  ])('takes bounded time for a long password of %s', (_what, part) => {
    const time = (length: number) => {
      const began = process.cpuUsage();
      passwordWeakness(part.repeat(100).slice(0, length), own);
      return process.cpuUsage(began).user;
    };
    time(64);
    // The estimator reads 64 characters only, so a thousand characters take no longer than 64.
    expect(time(1_000)).toBeLessThan(5 * time(64) + 20_000);
  });
});
