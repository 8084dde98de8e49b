import { expect, it } from 'vitest';
import { readForm } from '../forms/read-form.ts';
import { conditionFields, firstCondition, operatorsOf, operatorWords, withOperator } from './condition-fields.ts';
import { box, field, formSchema, row } from './example-design.ts';

function fieldsOf(schema: unknown, key: string, use: 'condition' | 'validate') {
  const widget = readForm(schema).widgets.find((each) => each.type !== 'broken' && each.key === key);
  if (!widget || widget.type === 'broken') throw new Error(`no ${key}`);
  return conditionFields(widget, use);
}

it("conditionFields lists the variables in scope, nearest first, with fields of records, and the field itself as 'this'", () => {
  const names = fieldsOf(formSchema, 'price', 'validate').map((each) => each.field);
  expect(names).toEqual(['this', '$name', '$budget', '$floor', '$city', '$zip', '$contact.email', '$total']);
  expect(fieldsOf(formSchema, 'name', 'condition').map((each) => each.field)).not.toContain('$name');
});

it('firstCondition fits its field, and withOperator keeps the value while it fits', () => {
  const options = [{ value: 'radio', label: 'Radio' }, { value: 'tv' }];
  const schema = { version: 1, root: box('root', [row(field('medium', {}, 'select', { options }), field('name'))]) };
  const [medium] = fieldsOf(schema, 'name', 'condition');
  if (!medium) throw new Error('no field');
  expect(medium.choices.map(({ label }) => label)).toEqual(['Radio', 'tv']);
  const first = firstCondition(medium);
  expect(first).toEqual({ field: '$medium', operator: '==', value: { kind: 'text', text: 'radio' } });
  const list = withOperator(first, 'in', medium);
  expect(list).toEqual({ field: '$medium', operator: 'in', value: { kind: 'texts', texts: ['radio'] } });
  expect(withOperator(list, 'filled', medium)).toEqual({ field: '$medium', operator: 'filled' });
});

it('withOperator starts a pattern as a text', () => {
  const zip = { type: 'text', choices: [] } as const;
  const source = { kind: 'source', source: '$city' } as const;
  expect(withOperator({ field: '$zip', operator: '==', value: source }, 'pattern', zip)).toEqual({
    field: '$zip',
    operator: 'pattern',
    value: { kind: 'text', text: '' },
  });
  expect(operatorWords('not pattern', zip)).toBe("doesn't have the pattern");
});

it("operatorsOf a list contains only 'includes', because an empty list counts as true", () => {
  expect(operatorsOf({ type: { list: 'text' } })).toEqual(['includes', 'not includes']);
  expect(operatorWords('<', { type: 'date' })).toBe('is before');
  expect(operatorWords('<', { type: 'number' })).toBe('is less than');
});

it('firstCondition of a yes/no question compares with yes, since an unanswered question is neither yes nor no', () => {
  const question = field('is_new', {}, 'checkbox', { presentation: 'yes_no' });
  const schema = { version: 1, root: box('root', [row(question, field('agreed', {}, 'checkbox'), field('name'))]) };
  const [isNew, agreed] = fieldsOf(schema, 'name', 'condition');
  if (!isNew || !agreed) throw new Error('no field');
  expect(firstCondition(isNew)).toEqual({ field: '$is_new', operator: '==', value: { kind: 'truth', is: true } });
  expect(operatorWords('empty', isNew)).toBe('is no or not answered');
  expect(firstCondition(agreed)).toEqual({ field: '$agreed', operator: 'filled' });
  expect(operatorWords('empty', agreed)).toBe('is no');
});
