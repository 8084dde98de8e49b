import { expect, it } from 'vitest';
import { type DesignWidget, newWidget } from '#schemas/designing/design.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { type PropertySection, propertiesOf } from './property-list.ts';

const widgetOf = (type: WidgetType): DesignWidget => newWidget(type, { idOf: () => type });
const keysIn = (type: WidgetType, section?: PropertySection) =>
  propertiesOf([widgetOf(type)])
    .filter((property) => section === undefined || property.section === section)
    .map(({ key }) => key);

it.each([
  ['text_input', ['label', 'required', 'minLength', 'maxLength', 'mask', 'placeholder', 'description']],
  ['number_input', ['label', 'required', 'minValue', 'maxValue', 'precision', 'description']],
  ['date_input', ['label', 'required', 'minDate', 'maxDate', 'minYear', 'description']],
  ['select', ['label', 'required', 'options', 'optionsFrom', 'otherLabel', 'description']],
  ['checkboxes', ['label', 'required', 'options', 'optionsFrom', 'otherLabel', 'exclusiveOptions', 'description']],
  ['table', ['label', 'required', 'minItems', 'maxItems', 'rowTitles', 'totals', 'presentation', 'description']],
  ['container', ['label', 'presentation', 'description']],
  ['banner', ['label', 'content', 'description']],
] as const)('the main properties of a %s are in the order in which authors need them', (type, keys) => {
  expect(keysIn(type, 'main')).toEqual(keys);
  expect(keysIn(type).slice(0, keys.length)).toEqual(keys);
});

it('scripts are in the last section, and every property is in one section', () => {
  expect(keysIn('text_input', 'scripts')).toEqual(expect.arrayContaining(['conditionalScript', 'validationScript']));
  expect(keysIn('text_input', 'scripts')).toEqual(expect.arrayContaining(['requiredScript', 'readonlyScript']));
  expect(keysIn('banner')).not.toContain('requiredScript');
  expect(keysIn('text_input', 'main')).not.toContain('conditionalScript');
  expect(keysIn('text_input', 'more')).toContain('initialValue');
});

it.each(['banner', 'markdown', 'container', 'modal'] as const)(
  'a %s has no Required, since it has no value',
  (type) => {
    expect(keysIn(type)).not.toContain('required');
    expect(keysIn(type)).not.toContain('emptyUntilAnswered');
  },
);

it('Required is not offered for a selection with a banner', () => {
  const keys = propertiesOf([widgetOf('text_input'), widgetOf('banner')]).map(({ key }) => key);
  expect(keys).not.toContain('required');
  expect(keys).toContain('hidden');
});
