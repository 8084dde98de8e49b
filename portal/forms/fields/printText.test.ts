import { describe, expect, it } from 'vitest';
import { formOf, widget } from '#tests/forms/form-builders.ts';
import { printText } from './printText.ts';

const options = { options: [{ value: 'n', label: 'North' }, { value: 'south' }] };

describe('printText', () => {
  it.each([
    { type: 'text_input', config: {}, value: 'A long text', text: 'A long text' },
    { type: 'text_input', config: { textArea: true }, value: 'Two\nlines', text: 'Two\nlines' },
    { type: 'number_input', config: {}, value: 0, text: '0' },
    { type: 'number_input', config: { precision: 2 }, value: 7.5, text: '7.50' },
    { type: 'number_input', config: { money: 'shown' }, value: 1601.6, text: '$1,601.60' },
    { type: 'number_input', config: {}, value: undefined, text: '' },
    { type: 'select', config: options, value: 'n', text: 'North' },
    { type: 'select', config: options, value: 'south', text: 'south' },
    { type: 'select', config: options, value: 'gone', text: 'gone' },
    { type: 'password_input', config: {}, value: 'secret', text: undefined },
    { type: 'checkbox', config: {}, value: true, text: undefined },
    { type: 'text_input', config: { emptyUntilAnswered: true }, value: undefined, text: '–' },
    { type: 'number_input', config: { emptyUntilAnswered: true }, value: undefined, text: '–' },
    { type: 'number_input', config: { emptyUntilAnswered: true }, value: 0, text: '0' },
    { type: 'select', config: { ...options, emptyUntilAnswered: true }, value: undefined, text: '–' },
    { type: 'radio', config: { ...options, emptyUntilAnswered: true }, value: undefined, text: undefined },
  ])('prints a $type as $text', ({ type, config, value, text }) => {
    const [own] = formOf(widget(type, 'own', config)).widgets.filter(({ key }) => key === 'own');
    expect(own && 'config' in own && own.type === type ? printText(own, value) : 'no such widget').toBe(text);
  });
});
