import { createFilling } from '#schemas/forms/filling/filling.ts';
import type { Form, FormValues } from '#schemas/forms/form.ts';
import { explainHidden as explainHiddenField, explainRejection } from '#schemas/forms/why/explain.ts';
import { hiddenFields } from '#schemas/forms/why/hidden-fields.ts';
import { scriptBehind } from '#schemas/forms/why/script-behind.ts';
import { formOf, testContext, widget } from './form-builders.ts';

/** Options whose labels differ from their values. */
export const kindOptions = {
  options: [
    { value: 'tv', label: 'TV' },
    { value: 'radio', label: 'Radio' },
    { value: 'web', label: 'Online' },
  ],
};
/** Fields of most types, with values. */
export const explainedFields = [
  widget('number_input', 'budget', {}, 'Budget'),
  widget('number_input', 'count', {}, 'Count'),
  widget('select', 'kind', kindOptions, 'Kind'),
  widget('checkboxes', 'media', kindOptions, 'Media'),
  widget('text_input', 'name', {}, 'Your name'),
  widget('text_input', 'email', {}, 'What is your e-mail address?'),
  widget('checkbox', 'vip', {}, 'VIP'),
  widget('date_input', 'start', {}, 'Start'),
  widget('date_input', 'end', {}, 'End'),
  widget('tags_input', 'tags', {}, 'Tags'),
  widget('number_input', 'floor', {}, 'Floor'),
];
export const explainedData: FormValues = {
  budget: 300,
  count: 12,
  kind: 'radio',
  media: ['tv', 'radio'],
  name: '',
  email: 'ann@',
  vip: false,
  start: '2024-05-01',
  end: '2024-04-01',
  tags: [],
};
const context = testContext({ client: { name: 'Corner Bakery' } });

/** The explanation of why a field with this conditional script is hidden. */
export function explainHidden(script: string): string[] {
  return explainAllHidden(
    formOf(...explainedFields, widget('text_input', 'extra', {}, { label: 'Extra', conditionalScript: script })),
  );
}

/** The explanation for each hidden field, in the order of the form. */
export function explainAllHidden(form: Form, values: FormValues = explainedData): string[] {
  const { top } = createFilling(form, values, context, { calculation: 'none' });
  return hiddenFields(form, top).flatMap((field) => explainHiddenField(field, context));
}

/** The explanation of why a field with this validation script is rejected. */
export function explainRejected(script: string, values: FormValues = explainedData): string[] {
  const form = formOf(
    ...explainedFields,
    widget('text_input', 'extra', {}, { label: 'Extra', validationScript: script }),
  );
  return explainAllRejected(form, values);
}

/** The explanation for each problem, in the order of the form. */
export function explainAllRejected(form: Form, values: FormValues): string[] {
  const filling = createFilling(form, values, context, { calculation: 'none' });
  return filling.problems().flatMap(({ path, message }) => {
    const found = scriptBehind(form, filling.top, { path, message, context });
    return found ? explainRejection({ ...found, path, message }, context) : [`no script: ${message}`];
  });
}
