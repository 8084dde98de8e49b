import { describe, expect, it } from 'vitest';
import { readForm } from '#schemas/forms/read-form.ts';
import { storedChangesChoices } from './mergeChoices.ts';

const widget = { type: 'text_input', id: 'a', meta: { key: 'headline', label: 'Headline' } };
const form = readForm({
  version: 1,
  root: { type: 'container', config: { layout: [{ columns: [{ ratio: 1, widget }] }] } },
});
const at = '2026-01-01T00:00:00.000Z';
const headline = { before: 'Old', mine: 'Mine' };
const client = { before: null, mine: { id: 'b'.repeat(24), name: 'Rye & Co' } };

describe('changes stored on the device', () => {
  it('are presented as conflicts, with both values, when somebody else changed the same field', () => {
    const here = { client: 'c'.repeat(24), formData: { headline: 'Theirs' }, products: [] };
    expect(storedChangesChoices(form, { at, fields: { headline }, client }, here)).toEqual([
      { path: '/client', label: 'Client', saved: '–', mine: 'Rye & Co', isConflict: true },
      { path: '/formData/headline', label: 'Headline', saved: 'Theirs', mine: 'Mine', isConflict: true },
    ]);
  });

  it('are applied without a prompt when nothing else changed', () => {
    const here = { client: null, formData: { headline: 'Old' }, products: [] };
    const found = storedChangesChoices(form, { at, fields: { headline }, client }, here);
    expect(found.map(({ path, isConflict }) => [path, isConflict])).toEqual([
      ['/client', false],
      ['/formData/headline', false],
    ]);
  });

  it('are labeled by line number and schema title, and are conflicts when both changed a line', () => {
    const line = (weeks: number) => ({ id: 'l', product: 'p', data: { weeksOnAir: weeks } });
    const lines = { before: [line(1)], mine: [line(2)] };
    const here = { client: null, formData: { headline: 'Old' }, products: [line(3)] };
    expect(storedChangesChoices(form, { at, fields: {}, lines }, here)).toEqual([
      {
        path: '/products/l/data/weeksOnAir',
        label: 'Product 1 › Weeks on air',
        saved: '3',
        mine: '2',
        isConflict: true,
      },
    ]);
  });

  it('are not listed when the order already contains them', () => {
    const here = { client: client.mine.id, formData: { headline: 'Mine' }, products: [] };
    expect(storedChangesChoices(form, { at, fields: { headline }, client }, here)).toEqual([]);
  });
});
