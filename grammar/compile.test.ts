import { expect, it } from 'vitest';
import { BUILT_INS } from './helpers/built-ins.ts';
import { compile } from './index.ts';

/** The helpers of 25 November 2026. This list is closed: customers' scripts may define any other name. */
const ORIGINAL = [
  'length min max sum unique reverse sort first last is_empty keys words lines chars characters trim upper uppercase',
  'lower lowercase text round ceil floor number thousands money year month day hour minute second date',
  'valid_url valid_email',
];

it('a script may define a helper of any name but those of the original built-in helpers', () => {
  const isRejected = (name: string) =>
    compile(`define :${name} { 1 }`).diagnostics.some(({ severity }) => severity === 'error');
  expect(Array.from(BUILT_INS.keys()).filter(isRejected).sort()).toEqual(ORIGINAL.join(' ').split(' ').sort());
});
