import { describe, expect, it } from 'vitest';
import { formOf, table, widget } from '#tests/forms/form-builders.ts';
import { waiversInWords } from './waiver-words.ts';

const form = formOf(
  widget('number_input', 'budget', {}, 'Budget'),
  widget('text_input', 'headline', {}, 'Headline'),
  table('spots', [widget('number_input', 'price', {}, 'Price')], {}, { label: 'Spots' }),
);
const low = { path: '/formData/budget', message: 'At least $500' };
const missing = { path: '/formData/headline', message: 'Missing required field: Headline' };
const cheap = { path: '/formData/spots/1/price', message: 'Too cheap' };

describe('waiversInWords', () => {
  it('lists what is requested to be waived, with the labels of the form', () => {
    expect(waiversInWords(form, { kind: 'VALIDATION_BYPASS_REQUESTED', rejections: [low, missing, cheap] })).toEqual([
      {
        lead: 'To be waived:',
        rejections: ['Budget: At least $500', 'Missing required field: Headline', 'Spots 2 › Price: Too cheap'],
      },
    ]);
  });

  it('lists what a decision waived and what it did not', () => {
    const decision = { kind: 'VALIDATION_BYPASS_APPROVED', rejections: [low], declined: [missing] } as const;
    expect(waiversInWords(form, decision)).toEqual([
      { lead: 'Waived:', rejections: ['Budget: At least $500'] },
      { lead: 'Not waived:', rejections: ['Missing required field: Headline'] },
    ]);
    expect(waiversInWords(form, { kind: 'VALIDATION_BYPASS_REJECTED', rejections: [low] })).toEqual([
      { lead: 'Not waived:', rejections: ['Budget: At least $500'] },
    ]);
  });

  it('is empty for other actions', () => {
    expect(waiversInWords(form, { kind: 'NOTE', rejections: [] })).toEqual([]);
    expect(waiversInWords(form, { kind: undefined, rejections: [low] })).toEqual([]);
  });
});
