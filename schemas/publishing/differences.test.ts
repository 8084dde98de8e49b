import { describe, expect, it } from 'vitest';
import { container, formOf, widget } from '#tests/forms/written.ts';
import { formDifferences } from './differences.ts';

const known = (id: string, written: object) => ({ ...written, id });
const headline = known('headline', widget('text_input', 'headline', {}, 'Headline'));
const budget = known('budget', widget('number_input', 'budget', {}, 'Budget'));
const told = (...[before, after]: object[][]) =>
  formDifferences(formOf(...(before ?? [])), formOf(...(after ?? []))).map(({ label, what, before: was, after: is }) =>
    was === undefined ? `${label} ${what}` : `${label}: ${what} ${was} → ${is}`,
  );

describe('what differs between two versions of a form', () => {
  it('is nothing where they are the same', () => {
    expect(told([headline, budget], [headline, budget])).toEqual([]);
  });

  it('is what came, what went and what moved', () => {
    const days = known('days', widget('number_input', 'days', {}, 'Days'));
    expect(told([headline, budget], [days, headline])).toEqual(['Number “Days” is new', 'Number “Budget” is removed']);
    expect(told([headline, budget, days], [days, headline, budget])).toEqual(['Number “Days” is moved']);
    const group = known('group', container([budget], {}, { label: 'Money' }));
    const empty = known('group', container([], {}, { label: 'Money' }));
    expect(told([empty, budget], [group])).toEqual(['Number “Budget” is moved into Money']);
  });

  it('is each property that changed, in words', () => {
    const claim = known('headline', widget('text_input', 'claim', { required: true, maxRows: 3 }, 'Claim'));
    expect(told([headline], [claim])).toEqual([
      'Text “Claim”: label Headline → Claim',
      'Text “Claim”: key headline → claim',
      'Text “Claim”: required No → Yes',
      'Text “Claim”: max rows 20 → 3',
    ]);
    const text = known('budget', widget('text_input', 'budget', {}, 'Budget'));
    expect(told([budget], [text])).toContain('Text “Budget”: type Number → Text');
  });
});
