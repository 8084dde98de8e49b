import { expect, it } from 'vitest';
import { formOf, widget } from '#tests/forms/form-builders.ts';
import { marksOptionalFields } from './optionalMarks.ts';

const fields = (count: number, config: Record<string, unknown>) =>
  Array.from({ length: count }, (_, index) =>
    widget('text_input', `f${index}${JSON.stringify(config).length}`, config),
  );
const required = (count: number) => fields(count, { required: true });

it('marks the optional fields when most fields are required', () => {
  expect(marksOptionalFields(formOf(...required(5), ...fields(2, {})))).toBe(true);
  // Read-only fields do not count.
  expect(marksOptionalFields(formOf(...required(5), ...fields(9, { readonly: true })))).toBe(true);
});

it('marks choices and yes/no questions as optional only if they start unanswered', () => {
  const empty = { emptyUntilAnswered: true };
  const optionalFields = (config: object) =>
    formOf(...required(3), ...['radio', 'select'].map((type) => widget(type, type, { ...config })));
  expect(marksOptionalFields(optionalFields({}))).toBe(true);
  expect(marksOptionalFields(optionalFields(empty))).toBe(false);
  const question = (presentation: string) =>
    formOf(...required(3), ...[1, 2].map((number) => widget('checkbox', `q${number}`, { ...empty, presentation })));
  expect(marksOptionalFields(question('checkbox'))).toBe(true);
  expect(marksOptionalFields(question('yes_no'))).toBe(false);
});

it('marks the required fields when they are fewer, and in a small form', () => {
  expect(marksOptionalFields(formOf(...required(5), ...fields(3, {})))).toBe(false);
  expect(marksOptionalFields(formOf(...required(2)))).toBe(false);
});
