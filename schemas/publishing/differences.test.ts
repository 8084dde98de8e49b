import { describe, expect, it } from 'vitest';
import { container, formOf, widget } from '#tests/forms/form-builders.ts';
import { formDifferences } from './differences.ts';

const withId = (id: string, written: object) => ({ ...written, id });
const headline = withId('headline', widget('text_input', 'headline', {}, 'Headline'));
const budget = withId('budget', widget('number_input', 'budget', {}, 'Budget'));
const summaryOf = (...[before, after]: object[][]) =>
  formDifferences(formOf(...(before ?? [])), formOf(...(after ?? []))).map(
    ({ label, change, before: was, after: is }) =>
      was === undefined ? `${label} ${change}` : `${label}: ${change} ${was} → ${is}`,
  );

describe('formDifferences', () => {
  it('is empty between equal versions', () => {
    expect(summaryOf([headline, budget], [headline, budget])).toEqual([]);
  });

  it('reports added, removed and moved widgets', () => {
    const days = withId('days', widget('number_input', 'days', {}, 'Days'));
    expect(summaryOf([headline, budget], [days, headline])).toEqual([
      'Number “Days” is new',
      'Number “Budget” is removed',
    ]);
    expect(summaryOf([headline, budget, days], [days, headline, budget])).toEqual(['Number “Days” is moved']);
    const group = withId('group', container([budget], {}, { label: 'Money' }));
    const empty = withId('group', container([], {}, { label: 'Money' }));
    expect(summaryOf([empty, budget], [group])).toEqual(['Number “Budget” is moved into Money']);
  });

  it('reports each changed property in words', () => {
    const claim = withId('headline', widget('text_input', 'claim', { required: true, maxRows: 3 }, 'Claim'));
    expect(summaryOf([headline], [claim])).toEqual([
      'Text “Claim”: label Headline → Claim',
      'Text “Claim”: key headline → claim',
      'Text “Claim”: required No → Yes',
      'Text “Claim”: max rows 20 → 3',
    ]);
    const text = withId('budget', widget('text_input', 'budget', {}, 'Budget'));
    expect(summaryOf([budget], [text])).toContain('Text “Budget”: type Number → Text');
  });
});
