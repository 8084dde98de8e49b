import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { FOLDING_COST, foldCase, normalizeText } from './case-folding.ts';
import { isEqual } from './equality.ts';
import { FAILED, isDate, isList, kindOf } from './kind.ts';
import { containsText } from './search.ts';

/**
 * Implements `includes`, case-sensitive: whether a list has an equal item, or a text contains a text. Returns false
 * with a warning for other values, and for a date searched among texts.
 */
export function includesValue(run: Run, site: Span, container: unknown, element: unknown): boolean {
  if (isList(container)) {
    const other = typeof element === 'string' ? 'date' : isDate(element) ? 'text' : null;
    let hasOtherKind = false;
    const isIncluded = container.some((item) => {
      run.spend(1);
      if (other !== null && kindOf(item) === other) hasOtherKind = true;
      return isEqual(run, site, item, element, 'silent');
    });
    if (hasOtherKind && !isIncluded) run.expect(site, 'matching types', `${kindOf(element)} and ${other}`);
    return isIncluded;
  }
  if (typeof container === 'string' && typeof element === 'string') {
    run.spendText(container.length);
    return containsText(run, normalizeText(run, container), normalizeText(run, element));
  }
  return warnMismatch(
    run,
    site,
    typeof container === 'string' ? element : container,
    typeof container === 'string' ? 'a text' : 'a list',
  );
}

/**
 * Implements `matches`: whether a text contains a text, ignoring case. Returns false with a warning for other values.
 */
export function matchesText(run: Run, site: Span, container: unknown, element: unknown): boolean {
  if (typeof container === 'string' && typeof element === 'string') {
    run.spendText(FOLDING_COST * (container.length + element.length));
    return containsText(run, foldCase(container), foldCase(element));
  }
  return warnMismatch(run, site, typeof container === 'string' ? element : container, 'a text');
}

function warnMismatch(run: Run, site: Span, value: unknown, expected: string): false {
  if (value !== FAILED) run.expect(site, expected, kindOf(value));
  return false;
}
