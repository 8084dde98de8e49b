import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { isEqual } from './equality.ts';
import { composed, FOLDING_COST, folded } from './folding.ts';
import { FAILED, isDate, isList, kindOf } from './kind.ts';
import { hasText } from './search.ts';

/**
 * A list has an equal item, or a text has the text, where case matters. Anything else is false with a warning, and so is a date
 * that is looked for among texts.
 */
export function includes(run: Run, site: Span, whole: unknown, part: unknown): boolean {
  if (isList(whole)) {
    const other = typeof part === 'string' ? 'date' : isDate(part) ? 'text' : null;
    let isUnlike = false;
    const isIncluded = whole.some((item) => {
      run.spend(1);
      if (other !== null && kindOf(item) === other) isUnlike = true;
      return isEqual(run, site, item, part, 'silent');
    });
    if (isUnlike && !isIncluded) run.expect(site, 'matching types', `${kindOf(part)} and ${other}`);
    return isIncluded;
  }
  if (typeof whole === 'string' && typeof part === 'string') {
    run.spendText(whole.length);
    return hasText(run, composed(run, whole), composed(run, part));
  }
  return unfit(run, site, typeof whole === 'string' ? part : whole, typeof whole === 'string' ? 'a text' : 'a list');
}

/** A text has the text, whatever the case. Anything else is false with a warning. */
export function matches(run: Run, site: Span, whole: unknown, part: unknown): boolean {
  if (typeof whole === 'string' && typeof part === 'string') {
    run.spendText(FOLDING_COST * (whole.length + part.length));
    return hasText(run, folded(whole), folded(part));
  }
  return unfit(run, site, typeof whole === 'string' ? part : whole, 'a text');
}

function unfit(run: Run, site: Span, value: unknown, expected: string): false {
  if (value !== FAILED) run.expect(site, expected, kindOf(value));
  return false;
}
