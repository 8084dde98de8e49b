import { describe, expect, it } from 'vitest';
import { container, formOf, widget } from '#tests/forms/form-builders.ts';
import { formDifferences } from './differences.ts';

const withId = (id: string, written: object) => ({ ...written, id });
const headline = withId('headline', widget('text_input', 'headline', {}, 'Headline'));
const budget = withId('budget', widget('number_input', 'budget', {}, 'Budget'));
const summaryOf = (...[before, after]: object[][]) =>
  formDifferences(formOf(...(before ?? [])), formOf(...(after ?? []))).map(
    ({ sentence, before: was, after: is }) => sentence + (was || is ? `: ${was ?? ''} → ${is ?? ''}` : ''),
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

  it('reports each changed property in the words of the author', () => {
    const config = { required: true, maxRows: 3, textArea: true };
    const claim = withId('headline', widget('text_input', 'claim', config, 'Claim'));
    expect(summaryOf([headline], [claim])).toEqual([
      'Label of Claim changed: Headline → Claim',
      'Key of Claim changed: headline → claim',
      'Claim is now required',
      '“Text area” of Claim is now on',
      'Max rows of Claim changed: 20 → 3',
    ]);
    expect(summaryOf([claim], [headline])).toContain('Headline is no longer required');
    const text = withId('budget', widget('text_input', 'budget', {}, 'Budget'));
    expect(summaryOf([budget], [text])).toContain('Type of Budget changed: Number → Text');
  });

  it('says “Rule of Budget changed”, added or removed, and where Budget is', () => {
    const ruled = (validationScript: string) => ({
      ...budget,
      meta: { key: 'budget', label: 'Budget', validationScript },
    });
    const [low, high] = [ruled('if this < 5 { reject }'), ruled('if this < 9 { reject }')];
    expect(summaryOf([low], [high])).toEqual([
      'Rule of Budget changed: if this < 5 { reject } → if this < 9 { reject }',
    ]);
    expect(summaryOf([budget], [low])).toEqual(['Rule of Budget added:  → if this < 5 { reject }']);
    expect(summaryOf([low], [budget])).toEqual(['Rule of Budget removed: if this < 5 { reject } → ']);
    const group = (inside: object) => withId('group', container([inside], {}, { label: 'Money' }));
    expect(summaryOf([group(budget)], [group({ ...budget, config: { minValue: 5 } })])).toEqual([
      'Minimum of Budget in Money added:  → 5',
    ]);
  });
});
