import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collection, container, formOf, widget } from '#tests/forms/form-builders.ts';
import { readForm } from '../forms/read-form.ts';
import { lintForm } from './lint-form.ts';

const empty = { emptyUntilAnswered: true };
const number = (key: string, config: object = empty) => widget('number_input', key, { ...config }, key);
const total = (value: string, type = 'number_input') =>
  widget(type, 'total', { ...empty, readonly: true, initialValue: { value } }, 'Total');
const messages = (...widgets: unknown[]) => lintForm(formOf(...widgets)).map(({ message }) => message);
const hint = (key: string, fix: string) => `Total has no value while ${key} is unanswered: ${fix}`;

describe('warningsOf a calculated number that becomes empty while an input is empty', () => {
  it.each([
    ['$price - $discount', ['price', 'discount']],
    ['$price - ($discount or 0)', ['price']],
    ['($price or 0) - ($discount or 0)', []],
    ['let $net = $price\nif $discount { $net = $net - $discount }\n$net', ['price']],
    ['if $price and $discount { $price - $discount } else { 0 }', []],
    ['define :net { $input - $discount }\n($price or 0):net', ['discount']],
    ['[$price, $discount]:length', []],
  ])('names its inputs and the fix: %s', (script, keys) => {
    const fixes = keys.map((key) => hint(key, `write ($${key} or 0)`));
    expect(messages(number('price'), number('discount'), total(script))).toEqual(fixes);
  });

  it('warns if the input is required, but not if it has a default', () => {
    expect(messages(number('price', { required: true }), total('$price * 2'))).toEqual([
      hint('price', 'write ($price or 0)'),
    ]);
    expect(messages(number('price', {}), total('$price * 2'))).toEqual([]);
  });

  it('warns about inputs in rows, across rows, in groups, and hidden by a script', () => {
    const cost = widget('number_input', 'cost', { readonly: true, initialValue: { value: '$rate * 2' } }, 'Cost');
    expect(messages(collection('lines', [number('rate'), cost], {}, { label: 'Lines' }))).toEqual([
      'Cost in Lines has no value while rate is unanswered: write ($rate or 0)',
    ]);
    const first = 'let $sum = nothing each $line of $lines { $sum = $line.rate } $sum * 2';
    expect(messages(collection('lines', [number('rate')], {}, { label: 'Lines' }), total(first))).toEqual([
      hint('rate', 'write ($line.rate or 0)'),
    ]);
    const group = container([number('fee')], {}, { key: 'costs', conditionalScript: 'false' });
    expect(messages(group, total('$costs.fee * 2'))).toContain(hint('fee', 'write ($costs.fee or 0)'));
  });

  it('suggests an if statement for an input that is not a number', () => {
    const start = widget('date_input', 'start', empty, 'Start');
    expect(messages(start, total('(now - $start) / 1 day'))).toEqual([
      hint('start', 'handle the missing value, as in if $start { … } else { 0 }'),
    ]);
  });

  it('warns once, where the number is calculated first', () => {
    const net = widget('number_input', 'net', { readonly: true, initialValue: { value: '$price * 2' } }, 'Net');
    expect(messages(number('price'), net, total('$net * 2'))).toEqual([
      'Net has no value while price is unanswered: write ($price or 0)',
    ]);
  });

  it('points to the expression', () => {
    const form = formOf(number('price'), { ...total('$price * 2'), id: 'total' });
    const path = '/formSchema/root/config/layout/1/columns/0/widget/config/initialValue/value';
    expect(lintForm(form)).toMatchObject([{ path, widget: 'total' }]);
  });
});

describe('lintForm', () => {
  const select = (key: string, values: string[], config: object = {}, meta: object = {}) =>
    widget(
      'select',
      key,
      { ...empty, options: values.map((value) => ({ value })), ...config },
      { label: key, ...meta },
    );

  it('finds a minimum above its maximum, with the label and place', () => {
    const inside = widget('number_input', 'spots', { ...empty, minValue: 9, maxValue: 5 }, 'Spots');
    const list = { minItems: 4, maxItems: 2 };
    expect(messages(collection('flights', [inside], list, { label: 'Flights' }))).toEqual([
      'Minimum number of rows of Flights (4) is above the maximum (2)',
      'Minimum of Spots in Flights (9) is above the maximum (5)',
    ]);
    expect(messages(number('a', { ...empty, minValue: 5, maxValue: 5 }))).toEqual([]);
    expect(messages(number('a', { ...empty, minValue: 1, maxValue: 0 }))).toHaveLength(1);
  });

  it('finds a required select without options, and doubled values and labels', () => {
    expect(messages(select('Market', [], { required: true }))).toEqual([
      'Market is required, but has no options to choose from',
    ]);
    const options = [
      { value: 'a', label: 'One' },
      { value: 'a', label: 'Two' },
      { value: 'b', label: 'Two' },
    ];
    expect(messages(select('Market', [], { options }))).toEqual([
      'Two options of Market read “Two”',
      'Two options of Market have the value “a”',
    ]);
  });

  it.each([
    ['time_input', '"soon"', 'soon, which is not a time of day'],
    ['time_input', '5', '5, which is not a time of day'],
    ['time_input', 'if $n { "09:30" } else { "noon-ish" }', 'noon-ish, which is not a time of day'],
    ['checkbox', '$n', '7, which is neither Yes nor No'],
    ['checkbox', '"yes"', 'yes, which is neither Yes nor No'],
    ['select', '"c"', 'c, which is not one of its options'],
    ['select', '$n', '7, which is not one of its options'],
    ['multiple_select', '"a"', 'a, which is not a list of options'],
    ['multiple_select', '["a", "c"]', 'a, c, which is not one of its options'],
  ])('finds that the result of a script does not fit a %s: %s', (type, value, reason) => {
    const config = {
      ...empty,
      initialValue: { value },
      ...(type.includes('select') ? { options: [{ value: 'a' }] } : {}),
    };
    expect(messages(number('n'), widget(type, 'field', config, 'Field'))).toEqual([
      `The initial value of Field can be ${reason}`,
    ]);
  });

  it('knows that a choice with an own answer may have any text', () => {
    const config = { ...empty, options: [{ value: 'a' }], otherLabel: 'Other' };
    const why = widget('text_input', 'why', empty, { label: 'Why', conditionalScript: '$field == "c"' });
    expect(messages(widget('select', 'field', { ...config, initialValue: { value: '"c"' } }, 'Field'), why)).toEqual(
      [],
    );
  });

  it.each([
    ['time_input', 'now'],
    ['time_input', '"09:30"'],
    ['time_input', '$text'],
    ['checkbox', '$n > 5'],
    ['select', '"a"'],
    ['select', '$text'],
    ['multiple_select', '["a"]'],
    ['checkbox', 'nothing'],
  ])('accepts a result that fits a %s: %s', (type, value) => {
    const config = {
      ...empty,
      initialValue: { value },
      ...(type.includes('select') ? { options: [{ value: 'a' }] } : {}),
    };
    const text = widget('text_input', 'text', empty, 'Text');
    expect(messages(number('n'), text, widget(type, 'field', config, 'Field'))).toEqual([]);
  });

  describe('conditions', () => {
    const shown = (conditionalScript: string) =>
      messages(
        select('medium', ['radio', 'tv']),
        number('n', { ...empty, minValue: 0, maxValue: 100 }),
        widget('checkbox', 'agreed', empty, 'agreed'),
        widget('text_input', 'text', empty, 'text'),
        widget('text_input', 'why', empty, { label: 'Why', conditionalScript }),
      );

    it.each([
      ['false'],
      ['1 > 2'],
      ['$medium == "print"'],
      ['$n > 100'],
      ['$medium == "tv" and $medium == "radio"'],
      ['reject "no"'],
      ['$agreed and not $agreed'],
    ])('that always hide are found: %s', (script) => {
      expect(shown(script)).toEqual(['Why is never shown: its conditional script is always false']);
    });

    it.each([
      ['true'],
      ['$n < 101 or not $n'],
      ['let $a = $agreed'],
      ['$medium != "print"'],
      ['not $agreed or $agreed'],
    ])('that never hide are found: %s', (script) => {
      expect(shown(script)).toEqual(['Why is always shown: its conditional script is never false']);
    });

    it.each([
      ['$medium == "tv"'],
      ['$n > 99'],
      ['$n == 7.5'],
      ['$n * 12 > 400'],
      ['$agreed'],
      ['$text == "x"'],
      ['$text'],
      ['now > today'],
      ['$order.status == "X"'],
      ['$medium == "tv" or $n > 5 and $agreed'],
    ])('that depend on the answers, or on what is unknown, are not: %s', (script) => {
      expect(shown(script)).toEqual([]);
    });

    const medium = select('medium', ['tv', 'radio']);
    const why = (conditionalScript: string) => widget('text_input', 'why', empty, { label: 'Why', conditionalScript });
    const part = (label: string, conditionalScript: string, ...inside: unknown[]) =>
      container(inside, {}, { label, conditionalScript });
    const steps = (...inside: unknown[]) => container(inside, { presentation: 'steps' }, { label: 'Wizard' });

    it.each([
      ['$medium == "tv"', '$medium == "radio"'],
      ['$n > 5 and $medium', '$n < 3'],
      // One that cannot be judged does not keep the others from it.
      ['$n > 5', '$n < 3 and $medium == "tv"'],
    ])('that never hold together with the one around are found: %s in %s', (inner, outer) => {
      expect(messages(medium, number('n'), part('Part', outer, why(inner)))).toEqual([
        'Why in Part is never shown: its conditional script is never true while that of Part is',
      ]);
      expect(messages(medium, number('n'), steps(part('Part', outer, part('Inner', inner, why('')))))).toEqual([
        'Inner in Part is never shown: its conditional script is never true while that of Part in Wizard is',
        'The step Part in Wizard has nothing to show: all of its fields are always hidden',
      ]);
    });

    it.each([
      ['$medium == "tv"', '$medium'],
      ['$n > 5', '$n < 7'],
      ['$n > 5', '$text == "x"'],
      ['$medium == "tv"', '$order.status == "DRAFT" and $medium == "radio"'],
    ])('that can hold together with the one around are not: %s in %s', (inner, outer) => {
      const text = widget('text_input', 'text', empty, 'Text');
      expect(messages(medium, number('n'), text, part('Part', outer, why(inner), number('other')))).toEqual([]);
    });

    it('make a step unreachable whose own script is never true, or of which all fields are always hidden', () => {
      const hidden = widget('text_input', 'code', { ...empty, hidden: true }, 'Code');
      const inOuter = steps(part('One', '', number('n')), part('Two', '$medium == "print"', number('m')));
      expect(messages(medium, inOuter)).toEqual([
        'The step Two in Wizard is never shown: its conditional script is always false',
      ]);
      expect(messages(medium, steps(part('One', '', number('n')), part('Two', '', why('false'), hidden)))).toEqual([
        'Why in Two is never shown: its conditional script is always false',
        'The step Two in Wizard has nothing to show: all of its fields are always hidden',
      ]);
      expect(messages(part('One', '', hidden))).toEqual([]);
    });

    it('of rows are found with the label of the list', () => {
      const why = widget('text_input', 'why', empty, { label: 'Why', conditionalScript: '$q > 3 and $q < 2' });
      expect(messages(collection('lines', [number('q'), why], {}, { label: 'Lines' }))).toEqual([
        'Why in Lines is never shown: its conditional script is always false',
      ]);
    });
  });
});

const templates = new URL('../forms/templates/', import.meta.url);

it.each(readdirSync(templates).filter((name) => name.endsWith('.json')))(
  'warningsOf the template %s is empty',
  (name) => {
    const { formSchema, tableColumns } = JSON.parse(readFileSync(new URL(name, templates), 'utf8'));
    expect(lintForm(readForm(formSchema), tableColumns)).toEqual([]);
  },
);
