import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { isEqual } from './equality.ts';
import { FAILED, isList, kindOf } from './kind.ts';
import { hasText } from './search.ts';

/** A list has an equal item, or a text has the text, where case matters. Anything else is false with a warning. */
export function includes(run: Run, site: Span, whole: unknown, part: unknown): boolean {
  if (isList(whole)) {
    return whole.some((item) => {
      run.spend(1);
      return isEqual(run, site, item, part, 'silent');
    });
  }
  if (typeof whole === 'string' && typeof part === 'string') {
    run.spendText(whole.length);
    return hasText(run, whole, part);
  }
  return unfit(run, site, typeof whole === 'string' ? part : whole, typeof whole === 'string' ? 'a text' : 'a list');
}

/** A text has the text, whatever the case. Anything else is false with a warning. */
export function matches(run: Run, site: Span, whole: unknown, part: unknown): boolean {
  if (typeof whole === 'string' && typeof part === 'string') {
    run.spendText(whole.length + part.length);
    return hasText(run, whole.toLowerCase(), part.toLowerCase());
  }
  return unfit(run, site, typeof whole === 'string' ? part : whole, 'a text');
}

function unfit(run: Run, site: Span, value: unknown, expected: string): false {
  if (value !== FAILED) run.expect(site, expected, kindOf(value));
  return false;
}
