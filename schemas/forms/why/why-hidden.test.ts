import { describe, expect, it } from 'vitest';
import { explainAllHidden, explainHidden } from '#tests/forms/explanation-cases.ts';
import { collection, container, formOf, widget } from '#tests/forms/form-builders.ts';

describe('explainHidden', () => {
  it.each<[script: string, ...sentences: string[]]>([
    ['$budget >= 500', 'Budget is 300, and it must be at least 500.'],
    ['500 <= $budget', 'Budget is 300, and it must be at least 500.'],
    ['$kind == "tv"', 'Kind is Radio, and it must be TV.'],
    ['$kind != "radio"', 'Kind is Radio, and it must not be Radio.'],
    ['$kind in ["tv", "web"]', 'Kind is Radio, and it must be TV or Online.'],
    ['"web" in $media', 'Media is TV and Radio, and it must include Online.'],
    ['$media not includes "tv"', 'Media is TV and Radio, and it must not include TV.'],
    ['$budget == $count', 'Budget is 300, and it must be the same as Count (12).'],
    ['$client.name == "Bank"', 'The client’s name is “Corner Bakery”, and it must be “Bank”.'],
    ['$email matches "@corp"', '“What is your e-mail address?” is “ann@”, and it must contain “@corp”.'],
  ])('describes the values of a comparison and what they must be: %s', (script, ...sentences) => {
    expect(explainHidden(script)).toEqual([...sentences, 'So Extra is hidden.']);
  });

  it.each<[script: string, ...sentences: string[]]>([
    ['$budget >= 500 and $kind == "tv"', 'Budget is 300, and it must be at least 500.'],
    ['$budget < 500 and $kind == "tv"', 'Kind is Radio, and it must be TV.'],
    [
      '$budget >= 500 or $kind == "tv"',
      'One of these is enough:',
      'Budget is 300, and it must be at least 500.',
      'Kind is Radio, and it must be TV.',
    ],
    ['not ($budget < 500 and $vip)', ''],
    [
      'not ($budget < 500 and $kind == "radio")',
      'One of these is enough:',
      'Budget is 300, and it must be at least 500.',
      'Kind is Radio, and it must not be Radio.',
    ],
    ['let $is_tv = $kind == "tv"\n$is_tv', 'Kind is Radio, and it must be TV.'],
  ])('describes the part of and, or and not that decided: %s', (script, ...sentences) => {
    expect(explainHidden(script)).toEqual(sentences[0] === '' ? [] : [...sentences, 'So Extra is hidden.']);
  });

  it.each<[script: string, ...sentences: string[]]>([
    ['$vip', 'VIP is not checked, and it must be checked.'],
    ['$vip == true', 'VIP is not checked, and it must be checked.'],
    ['$name', 'Your name is empty, and it must be filled in.'],
    ['$name != ""', 'Your name is empty, and it must be filled in.'],
    ['!$kind', 'Kind is Radio, and it must be empty.'],
    ['!$name:is_empty', 'Your name is empty, and it must be filled in.'],
    ['!$name:trim:is_empty', 'Your name is empty, and it must be filled in.'],
    ['$tags:length > 2', 'The number of items in Tags is 0, and it must be more than 2.'],
    ['$kind:length < 3', 'The number of characters in Kind is 5, and it must be less than 3.'],
    ['$email:valid_email', '“What is your e-mail address?” is “ann@”, and it must be a valid e-mail address.'],
    ['define :is_large { $input > 1000 }\n$budget:is_large', 'Budget is 300, and it must be more than 1,000.'],
    [
      'define :is_site { $input includes "." and $input not includes "/" }\n$email:trim:is_site',
      '“What is your e-mail address?” is “ann@”, and it must contain “.”',
    ],
    [
      'define :is_large { $input > 1000 }\nif $count:is_large { true } else { $budget:is_large }',
      'Count is 12, which does not count as “large”.',
      'Budget is 300, and it must count as “large”.',
    ],
  ])('describes the result of a value or a helper: %s', (script, ...sentences) => {
    expect(explainHidden(script)).toEqual([...sentences, 'So Extra is hidden.']);
  });

  it.each<[script: string, ...sentences: string[]]>([
    ['$start > 30 days ago', 'Start is May 1, 2024, and it must be after 30 days ago (May 16, 2024, 12:00 PM).'],
    ['$start < $end', 'Start is May 1, 2024, and it must be before End (Apr 1, 2024).'],
    ['$end >= today', 'End is Apr 1, 2024, and it must be no earlier than today (Jun 15, 2024).'],
    [
      '($start - $end) < 5 days',
      'Start (May 1, 2024) minus End (Apr 1, 2024) is 30 days, and it must be less than 5 days.',
    ],
  ])('formats dates for people: %s', (script, ...sentences) => {
    expect(explainHidden(script)).toEqual([...sentences, 'So Extra is hidden.']);
  });

  it.each<[script: string, ...sentences: string[]]>([
    [
      'if $kind == "tv" { true } else if $vip { true } else { $count < 5 }',
      'Kind is Radio, not TV.',
      'VIP is not checked.',
      'Count is 12, and it must be less than 5.',
    ],
    ['if $budget < 500 { reject }', 'Budget is 300, which is less than 500.'],
    [
      'let $total = $budget * $count\n$total > 10_000',
      '“total” is calculated from Budget (300) and Count (12).',
      '“total” is 3,600, and it must be more than 10,000.',
    ],
    ['false', 'The rule always applies.'],
  ])('describes the conditions on the path to the decision: %s', (script, ...sentences) => {
    expect(explainHidden(script)).toEqual([...sentences, 'So Extra is hidden.']);
  });

  it.each<[script: string, answer: boolean | undefined, sentences: string]>([
    ['$is_new', undefined, '“Is it new?” is empty, and it must be yes.'],
    ['$is_new', false, '“Is it new?” is no, and it must be yes.'],
    ['!$is_new', true, '“Is it new?” is yes, and it must be no.'],
    ['$is_new == false', undefined, '“Is it new?” is empty, and it must be no.'],
    ['$is_new == false', true, '“Is it new?” is yes, and it must be no.'],
  ])('describes the answer to a yes/no question: %s with %j', (script, answer, sentences) => {
    const form = formOf(
      widget('checkbox', 'is_new', { presentation: 'yes_no' }, 'Is it new?'),
      widget('text_input', 'extra', {}, { label: 'Extra', conditionalScript: script }),
    );
    expect(explainAllHidden(form, { is_new: answer })).toEqual([sentences, 'So Extra is hidden.']);
  });

  it('names the hidden part of the form with its fields', () => {
    const street = widget('text_input', 'street', {}, 'Street');
    const form = formOf(
      widget('checkbox', 'on', {}, 'Deliver'),
      container(
        [container([street]), widget('text_input', 'off', { hidden: true }), widget('banner', '')],
        {},
        {
          label: 'Delivery',
          conditionalScript: '$on',
        },
      ),
      container([widget('text_input', 'note', {}, 'Note')], {}, { conditionalScript: '$on' }),
    );
    expect(explainAllHidden(form, { on: false })).toEqual([
      'Deliver is not checked, and it must be checked.',
      'So Delivery is hidden, and Street with it.',
      'Deliver is not checked, and it must be checked.',
      'So this part of the form is hidden, and Note with it.',
    ]);
    expect(explainAllHidden(form, { on: true })).toEqual([]);
  });

  it("uses the values of the field's own row", () => {
    const lines = collection(
      'lines',
      [
        widget('number_input', 'count', {}, 'Count'),
        widget('text_input', 'why', {}, { label: 'Reason', conditionalScript: '$count > $least and index == 0' }),
      ],
      {},
      { label: 'Lines' },
    );
    const rows = [{ count: 1 }, { count: 5 }, { count: 9 }];
    expect(
      explainAllHidden(formOf(widget('number_input', 'least', {}, 'Least'), lines), { least: 4, lines: rows }),
    ).toEqual([
      'Count is 1, and it must be more than Least (4).',
      'So Reason is hidden.',
      'The number of the row, counted from 0, is 1, and it must be 0.',
      'So Reason is hidden.',
      'The number of the row, counted from 0, is 2, and it must be 0.',
      'So Reason is hidden.',
    ]);
  });
});
