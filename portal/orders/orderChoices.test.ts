import { describe, expect, it } from 'vitest';
import { readForm } from '#schemas/forms/read-form.ts';
import { keptChoices } from './orderChoices.ts';

const widget = { type: 'text_input', id: 'a', meta: { key: 'headline', label: 'Headline' } };
const form = readForm({
  version: 1,
  root: { type: 'container', config: { layout: [{ columns: [{ ratio: 1, widget }] }] } },
});
const at = '2026-01-01T00:00:00.000Z';
const headline = { before: 'Old', mine: 'Mine' };
const client = { before: null, mine: { id: 'b'.repeat(24), name: 'Rye & Co' } };

describe('what a device kept of an order', () => {
  it('is asked where somebody else changed the same since, with both values', () => {
    const here = { client: 'c'.repeat(24), formData: { headline: 'Theirs' } };
    expect(keptChoices(form, { at, fields: { headline }, client }, here)).toEqual([
      { path: '/client', label: 'Client', saved: '–', mine: 'Rye & Co', isAsked: true },
      { path: '/formData/headline', label: 'Headline', saved: 'Theirs', mine: 'Mine', isAsked: true },
    ]);
  });

  it('is used unasked where all is as it was', () => {
    const here = { client: null, formData: { headline: 'Old' } };
    const found = keptChoices(form, { at, fields: { headline }, client }, here);
    expect(found.map(({ path, isAsked }) => [path, isAsked])).toEqual([
      ['/client', false],
      ['/formData/headline', false],
    ]);
  });

  it('says nothing of what is here already', () => {
    const here = { client: client.mine.id, formData: { headline: 'Mine' } };
    expect(keptChoices(form, { at, fields: { headline }, client }, here)).toEqual([]);
  });
});
