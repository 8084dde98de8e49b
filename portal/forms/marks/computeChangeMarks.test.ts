import { describe, expect, it } from 'vitest';
import { openRow } from '#schemas/forms/filling/row.ts';
import { walk } from '#schemas/forms/filling/walk.ts';
import type { FormValues } from '#schemas/forms/form.ts';
import { collection, container, formOf, modal, table, widget } from '#tests/forms/form-builders.ts';
import { type ComparedSide, computeChangeMarks } from './computeChangeMarks.ts';

const form = formOf(
  widget('text_input', 'headline', {}, 'Headline'),
  container([widget('number_input', 'budget', {}, 'Budget')], {}, { key: 'money', label: 'Money' }),
  collection('spots', [widget('text_input', 'name', {}, 'Name')], {}, { label: 'Spots' }),
);

/** Collects the mark texts of the shown state. */
function markTexts(was: FormValues, now: FormValues, shown: ComparedSide): string[] {
  const marks = computeChangeMarks(form, { was, now }, shown);
  const data = shown === 'now' ? now : was;
  const top = openRow({ id: '', parent: null, list: null, scope: form.scope, index: 0 }, data);
  const texts: string[] = [];
  walk(form.root, top, (each, row) => {
    if (each.type !== 'broken') texts.push(...marks.textsAt(each, row));
    return true;
  });
  return texts;
}

describe('computeChangeMarks', () => {
  it('says for each changed field what it was or became', () => {
    const was = { headline: 'Bread', money: { budget: 1500 }, spots: [] };
    const now = { headline: '', money: { budget: 20 }, spots: [] };
    expect(markTexts(was, now, 'now')).toEqual(['Changed from Bread', 'Changed from 1,500']);
    expect(markTexts(was, now, 'was')).toEqual(['Cleared later', 'Changed later to 20']);
    expect(markTexts({}, { headline: 'Bread' }, 'now')).toEqual(['Was empty']);
    expect(markTexts({ headline: 'Bread' }, { headline: 'Bread', money: { budget: 2 } }, 'now')).toEqual(['Was empty']);
    expect(markTexts(now, now, 'now')).toEqual([]);
  });

  it('says which rows were added, removed and moved, and names the rows that are not shown', () => {
    const row = (id: string) => ({ _id: id, name: id });
    const was = { spots: [row('a'), row('b'), row('c')] };
    const now = { spots: [row('c'), row('b'), row('d')] };
    expect(markTexts(was, now, 'now')).toEqual(['Removed: Spots 1 (a)', 'Moved from number 2', 'Added']);
    expect(markTexts(was, now, 'was')).toEqual([
      'Added later: Spots 3 (d)',
      'Removed later',
      'Moved later to number 2',
    ]);
  });

  it('lists the changed rows of a table above it', () => {
    const places = formOf(table('places', [widget('text_input', 'town')], {}, { label: 'Places' }));
    const row = (id: string) => ({ _id: id, town: id });
    const top = openRow({ id: '', parent: null, list: null, scope: places.scope, index: 0 }, {});
    const list = places.scope.owners.get('places');
    const states = { was: { places: [row('a')] }, now: { places: [row('b')] } };
    const texts = list && computeChangeMarks(places, states, 'now').textsAt(list, top);
    expect(texts).toEqual(['Removed: Places 1 (a)', 'Places 1: Added']);
  });

  it('says that a modal contains changes', () => {
    const closed = formOf(modal([widget('text_input', 'note')], {}, { key: 'more', label: 'More' }));
    const top = openRow({ id: '', parent: null, list: null, scope: closed.scope, index: 0 }, {});
    const more = closed.scope.owners.get('more');
    const states = { was: { more: { note: '' } }, now: { more: { note: 'x' } } };
    const textsFor = (shown: typeof states) => more && computeChangeMarks(closed, shown, 'now').textsAt(more, top);
    expect(textsFor(states)).toEqual(['Something in it has changed']);
    expect(textsFor({ ...states, was: states.now })).toEqual([]);
  });
});
