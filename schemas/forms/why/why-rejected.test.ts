import { describe, expect, it } from 'vitest';
import {
  explainAllRejected,
  explainedData,
  explainedFields,
  explainRejected,
  kindOptions,
} from '#tests/forms/explanation-cases.ts';
import { collection, container, formOf, widget } from '#tests/forms/form-builders.ts';

describe('explainRejection', () => {
  it.each<[script: string, ...sentences: string[]]>([
    [
      'if $budget < 500 { reject $budget because "At least 500" }',
      'Budget is 300, which is less than 500.',
      'So it is rejected: “At least 500”.',
    ],
    [
      'if $kind == "radio" and ($budget < 500 or $vip) { reject "Too little" }',
      'Kind is Radio.',
      'Budget is 300, which is less than 500.',
      'So it is rejected: “Too little”.',
    ],
    ['if $vip { skip } else { reject "No" }', 'VIP is not checked.', 'So it is rejected: “No”.'],
    ['if !($floor < 5) { reject "No" }', 'Floor is empty, which is not less than 5.', 'So it is rejected: “No”.'],
    [
      'if this == "x" and $start < 30 days ago { reject $start because "Old!" }',
      'Extra is “x”.',
      'Start is May 1, 2024, which is before 30 days ago (May 16, 2024, 12:00 PM).',
      'So it is rejected: “Old!”',
    ],
    [
      'each $m of $media { if $m == "radio" { reject $m because "No" } }',
      'Number 2 of Media is Radio.',
      'So it is rejected: “No”.',
    ],
    ['reject "Never"', 'The rule always applies.', 'So it is rejected: “Never”.'],
    ['if $vip { skip } reject "No"', 'VIP is not checked.', 'So it is rejected: “No”.'],
    ['each $media { reject it because "No" }', 'The rule applies to each of Media.', 'So it is rejected: “No”.'],
  ])('describes the conditions on the path to a rejection: %s', (script, ...sentences) => {
    expect(explainRejected(script, { ...explainedData, extra: 'x' })).toEqual(sentences);
  });

  it('names the rows of a loop, each with its own values', () => {
    const lines = collection('lines', [widget('number_input', 'count', {}, 'Count')], {}, { label: 'Lines' });
    const rule = `let $sum = 0
      validate "Lines" {
        each $line of $lines {
          $sum += $line.count
          if !$line.count { skip }
          if $line.count > $most { reject $line.count because "Too many" }
        }
        if $sum > 10 { reject "Too much in all" }
      }`;
    const form = formOf(
      widget('number_input', 'most', {}, 'Most'),
      container([lines], {}, { label: 'Order', validationScript: rule }),
    );
    const rows = [
      { _id: 'a', count: 9 },
      { _id: 'b', count: 2 },
      { _id: 'c', count: 7 },
    ];
    expect(explainAllRejected(form, { most: 5, lines: rows })).toEqual([
      'Count in Lines 1 is 9, which is more than Most (5).',
      'So it is rejected: “Too many”.',
      'Count in Lines 3 is 7, which is more than Most (5).',
      'So it is rejected: “Too many”.',
      '“sum” is calculated from Count.',
      '“sum” is 18, which is more than 10.',
      'So it is rejected: “Too much in all”.',
    ]);
  });

  it('leaves built-in validation to its own messages', () => {
    const form = formOf(
      widget('select', 'kind', { ...kindOptions, required: true }, { label: 'Kind', validationScript: 'reject "No"' }),
    );
    expect(explainAllRejected(form, { kind: '' })).toEqual(['no script: Missing required field: Kind']);
    expect(explainAllRejected(form, { kind: 'x' })[0]).toBe('no script: Choose one of the options');
  });

  it('returns at most ten sentences', () => {
    const many = Array.from({ length: 20 }, (_, at) => `$budget != ${at}`).join(' and ');
    const sentences = explainRejected(`if ${many} { reject "No" }`, { ...explainedData, extra: 'x' });
    expect(sentences).toHaveLength(10);
    expect(sentences.slice(-2)).toEqual(['12 more values were checked.', 'So it is rejected: “No”.']);
  });
});

describe('explainRejection of a script that failed', () => {
  const closing = 'Your answers are not the cause: the author of the form can fix the rule.';

  it('says that it has an error, and what it had read before', () => {
    expect(explainRejected('if $budget > 5 { each $client { print it } }', { ...explainedData, extra: 'x' })).toEqual([
      'The rule that checks Extra has an error and stopped halfway: “Not iterable: expected a list, got record”.',
      'Before that it read Budget (300) and the client (filled in).',
      closing,
    ]);
    const [first] = explainRejected('$budget:nope', { ...explainedData, extra: 'x' });
    expect(first).toBe('The rule that checks Extra has an error and cannot be run: “Unknown ornament: :nope”.');
  });

  it('says that it exceeded the step limit', () => {
    const deep = 'each $media { each $media { each $media { each $media { each $media { each $media { 1 } } } } } }';
    const form = formOf(
      ...explainedFields,
      widget('text_input', 'extra', {}, { label: 'Extra', conditionalScript: deep }),
    );
    const media = Array.from({ length: 20 }, () => 'tv');
    expect(explainAllRejected(form, { ...explainedData, media })).toEqual([
      'The rule that shows or hides Extra took too many steps and was stopped: “Too many steps: more than 1000000”.',
      'Before that it read Media (TV, TV, TV, TV, TV and 15 more).',
      closing,
    ]);
  });
});

describe('explainRejection with a password', () => {
  const secretForm = (validationScript: string) =>
    formOf(
      widget('text_input', 'name', {}, 'Name'),
      widget('password_input', 'secret', {}, { label: 'Password', validationScript }),
    );

  it.each([
    ['if $secret == "hunter2" { reject "No" }', 'Password is secret.'],
    ['if $secret { reject because "Not " + $secret }', 'Password is secret.'],
    ['if $secret == $name { reject "No" }', 'Password is secret.'],
    ['if $name == $secret { reject "No" }', 'Name is compared with something secret.'],
    ['if $secret:length < 8 { reject "No" }', 'The number of characters in Password is secret, which is less than 8.'],
    ['let $copy = $secret:upper\nif $copy != "A" { reject "No" }', '“copy” is secret.'],
    ['if this:reverse != "A" { reject "No" }', 'Password is secret.'],
    ['if $secret includes "2" { reject "No" }', 'Password is secret.'],
    ['each $c of $secret:chars { if $c == "h" { reject "No" } }', '“c” is secret.'],
  ])('masks it: %s', (script, sentences) => {
    const lines = explainAllRejected(secretForm(script), { name: 'hunter2', secret: 'hunter2' });
    expect(lines.join(' ')).not.toMatch(/hunter2|HUNTER2/i);
    expect(lines).toContain(sentences);
  });
});
