import { describe, expect, it } from 'vitest';
import { collection, container, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { checkFormSchema } from './check-form-schema.ts';

const first = '/root/config/layout/0/columns/0/widget';
const second = '/root/config/layout/1/columns/0/widget';

/** The problems of a form with these widgets, each as 'path message'. */
const problemsOf = (...widgets: unknown[]) =>
  checkFormSchema(schemaOf(...widgets)).map(({ path, message }) => `${path} ${message}`);

describe('checkFormSchema accepts', () => {
  it('widgets with only a type, since a missing meta or config means the defaults', () => {
    expect(problemsOf({ type: 'banner' }, { type: 'text_input', meta: { key: 'a' } }, { type: 'collection' })).toEqual(
      [],
    );
  });

  it('a key that is used again in a row, or in a container with a key of its own', () => {
    const name = widget('text_input', 'name');
    expect(problemsOf(name, collection('rows', [name]), container([name], {}, { key: 'group' }))).toEqual([]);
  });
});

describe('checkFormSchema rejects', () => {
  it.each([undefined, null, 7, 'form', [], {}])('a form that is %j', (formSchema) => {
    expect(checkFormSchema(formSchema).length).toBeGreaterThan(0);
  });

  it('an unknown widget type, with its path and the known types', () => {
    expect(problemsOf({ type: 'texst_input' })).toEqual([
      expect.stringMatching(`^${first}/type Unknown widget type "texst_input"; known are banner, .*, time_input$`),
    ]);
  });

  it('types named like members of Object.prototype', () => {
    expect(problemsOf({ type: 'constructor' }, { type: '__proto__' })).toHaveLength(2);
  });

  it.each(['__proto__', 'constructor', 'prototype', '_id'])('the reserved key %s', (key) => {
    expect(problemsOf(widget('text_input', key))).toEqual([`${first}/meta/key The key ${key} is reserved`]);
  });

  it.each(['1st', 'two words', 'a.b', 'ä'])('the key %s, which scripts could not name', (key) => {
    expect(problemsOf(widget('text_input', key))).toHaveLength(1);
  });

  it('a duplicate key in one object, also across a container without a key', () => {
    expect(problemsOf(widget('text_input', 'a'), container([widget('checkbox', 'a')]))).toEqual([
      `${second}/config/layout/0/columns/0/widget/meta/key The key a is already used at ${first}`,
    ]);
  });

  it.each(['(', 'a(?=b)', '(a)\\1'])('the split pattern %s, which RE2 does not support', (splitPattern) => {
    expect(problemsOf(widget('tags_input', 'a', { splitPattern }))).toEqual([
      `${first}/config/splitPattern Must be a regular expression, without look-around`,
    ]);
  });

  it('checkFormSchema rejects a duplicate id', () => {
    const faulty = problemsOf({ type: 'banner', id: 'same' }, { type: 'banner', id: 'same' });
    expect(faulty).toEqual([`${second}/id The id same is already used at ${first}`]);
  });

  it('a config that is invalid for its type, with the path of each error', () => {
    const select = widget('select', 'a', { options: [{ label: 'No value' }], required: 'yes', colour: 'red' });
    expect(problemsOf(select)).toEqual([
      expect.stringMatching(`^${first}/config/colour Unknown property colour; known are disabled, `),
      `${first}/config/required Must be true or false`,
      `${first}/config/options/0/value value is missing`,
    ]);
  });

  it('a script that does not compile, with line and column', () => {
    const faulty = problemsOf(widget('text_input', 'a', {}, { validationScript: 'let $a = 1\nreject $missing' }));
    expect(faulty).toContainEqual(expect.stringMatching(`^${first}/meta/validationScript Line 2, column 8: `));
  });

  it('an initial value that does not compile', () => {
    const faulty = problemsOf(widget('text_input', 'a', { initialValue: { value: '1 +' } }));
    expect(faulty[0]).toMatch(`${first}/config/initialValue/value Line 1`);
  });

  it('conditional scripts that form a cycle, with the names of the widgets', () => {
    const a = widget('text_input', 'a', {}, { label: 'First', conditionalScript: '$b' });
    const b = widget('text_input', 'b', {}, { conditionalScript: '$c' });
    const c = widget('text_input', 'c', {}, { label: 'Third', conditionalScript: '$a' });
    const d = widget('text_input', 'd', {}, { conditionalScript: '$a' });
    expect(problemsOf(a, b, c, d)).toEqual([
      `${first}/meta/conditionalScript Cyclic scripts: First, b, Third depend on each other`,
    ]);
  });

  it('a container whose script reads its own contents', () => {
    const group = container([widget('checkbox', 'on')], {}, { label: 'Group', conditionalScript: '$on' });
    expect(problemsOf(group)).toHaveLength(1);
  });

  it('calculated fields that depend on each other', () => {
    const calculated = (key: string, value: string) =>
      widget('number_input', key, { readonly: true, initialValue: { value } });
    expect(problemsOf(calculated('a', '$b + 1'), calculated('b', '$a + 1'))).toHaveLength(1);
  });

  it('the content of a modal that is no container', () => {
    expect(problemsOf({ type: 'modal', config: { content: { type: 'checkbox' } } })).toEqual([
      `${first}/config/content/type Only a container is allowed here, not a checkbox`,
    ]);
  });

  it('elements that are no container', () => {
    expect(problemsOf(widget('collection', 'a', { elements: { type: 'banner' } }))).toEqual([
      `${first}/config/elements/type Only a container is allowed here, not a banner`,
    ]);
  });

  it('widgets nested so deep that reading them could overflow the stack', () => {
    let nested = container([]);
    for (let depth = 0; depth < 1000; depth += 1) nested = container([nested]);
    expect(problemsOf(nested)).toEqual([expect.stringMatching(/At most 50 levels of nested widgets$/)]);
  });

  it('nested lists that would start with millions of rows', () => {
    const inner = collection('inner', [], { minItems: 5000 });
    expect(problemsOf(collection('outer', [inner], { minItems: 5000 }))).toEqual([
      expect.stringMatching(/An empty order would start with 25000000 rows here; at most 10000$/),
    ]);
  });
});
