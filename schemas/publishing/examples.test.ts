import { describe, expect, it } from 'vitest';
import { formOf, widget } from '#tests/forms/form-builders.ts';
import { runWrittenExamples } from './examples.ts';

describe('runWrittenExamples', () => {
  const form = formOf(widget('text_input', 'headline', { required: true }, 'Headline'));
  const example = { id: 'a', name: 'Empty', at: '2026-01-01T00:00:00.000Z', formData: {} };

  it('runs the examples of a file and says why one fails', () => {
    const expected = [{ kind: 'passes' }];
    expect(runWrittenExamples(form, [{ ...example, expected }])).toMatchObject([
      {
        name: 'Empty',
        isPassing: false,
        failures: ['It should pass, but is rejected: Headline: Missing required field: Headline'],
      },
    ]);
  });

  it.each([
    ['an example without data', { ...example, formData: 'x', expected: [] }],
    ['a time that is none', { ...example, at: 'soon', expected: [] }],
    ['expectations that are no list', { ...example, expected: 5 }],
  ])('leaves out %s', (_, written) => {
    expect(runWrittenExamples(form, [written])).toEqual([]);
  });
});
