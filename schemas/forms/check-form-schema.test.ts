import { describe, expect, it } from 'vitest';
import { collection, container, schemaOf, widget } from '#tests/forms/written.ts';
import { checkFormSchema } from './check-form-schema.ts';

const first = '/root/config/layout/0/columns/0/widget';
const second = '/root/config/layout/1/columns/0/widget';

/** What is wrong with a form of these widgets, each as 'path message'. */
const faults = (...widgets: unknown[]) =>
  checkFormSchema(schemaOf(...widgets)).map(({ path, message }) => `${path} ${message}`);

describe('a form that may be saved', () => {
  it('needs no more than its types: a missing meta or config means the defaults', () => {
    expect(faults({ type: 'banner' }, { type: 'text_input', meta: { key: 'a' } }, { type: 'collection' })).toEqual([]);
  });

  it('may use a key again in a row or in a container with a key of its own', () => {
    const name = widget('text_input', 'name');
    expect(faults(name, collection('rows', [name]), container([name], {}, { key: 'group' }))).toEqual([]);
  });
});

describe('a form is refused', () => {
  it.each([undefined, null, 7, 'form', [], {}])('when it is %j', (formSchema) => {
    expect(checkFormSchema(formSchema).length).toBeGreaterThan(0);
  });

  it('for a type of widget that is not known, named with its path and with those that are', () => {
    expect(faults({ type: 'texst_input' })).toEqual([
      expect.stringMatching(`^${first}/type Unknown widget type "texst_input"; known are banner, .*, time_input$`),
    ]);
  });

  it('for types named like members of Object.prototype', () => {
    expect(faults({ type: 'constructor' }, { type: '__proto__' })).toHaveLength(2);
  });

  it.each(['__proto__', 'constructor', 'prototype', '_id'])('for the key %s', (key) => {
    expect(faults(widget('text_input', key))).toEqual([`${first}/meta/key The key ${key} is reserved`]);
  });

  it.each(['1st', 'two words', 'a.b', 'ä'])('for the key %s, which scripts could not name', (key) => {
    expect(faults(widget('text_input', key))).toHaveLength(1);
  });

  it('for a key used twice in one object, a container without a key between them or not', () => {
    expect(faults(widget('text_input', 'a'), container([widget('checkbox', 'a')]))).toEqual([
      `${second}/config/layout/0/columns/0/widget/meta/key The key a is already used at ${first}`,
    ]);
  });

  it.each(['(', 'a(?=b)', '(a)\\1'])('for the split pattern %s, which RE2 does not know', (splitPattern) => {
    expect(faults(widget('tags_input', 'a', { splitPattern }))).toEqual([
      `${first}/config/splitPattern Must be a regular expression, without look-around`,
    ]);
  });

  it('for an id used twice', () => {
    const faulty = faults({ type: 'banner', id: 'same' }, { type: 'banner', id: 'same' });
    expect(faulty).toEqual([`${second}/id The id same is already used at ${first}`]);
  });

  it('for a config that does not fit its type, with every place', () => {
    const select = widget('select', 'a', { options: [{ label: 'No value' }], required: 'yes', colour: 'red' });
    expect(faults(select)).toEqual([
      expect.stringMatching(`^${first}/config/colour Unknown property colour; known are disabled, `),
      `${first}/config/required Must be true or false`,
      `${first}/config/options/0/value value is missing`,
    ]);
  });

  it('for a script that does not compile, with its line and column', () => {
    const faulty = faults(widget('text_input', 'a', {}, { validationScript: 'let $a = 1\nreject $missing' }));
    expect(faulty).toContainEqual(expect.stringMatching(`^${first}/meta/validationScript Line 2, column 8: `));
  });

  it('for an initial value that does not compile', () => {
    const faulty = faults(widget('text_input', 'a', { initialValue: { value: '1 +' } }));
    expect(faulty[0]).toMatch(`${first}/config/initialValue/value Line 1`);
  });

  it('for conditional scripts that read each other in a circle, naming the widgets', () => {
    const a = widget('text_input', 'a', {}, { label: 'First', conditionalScript: '$b' });
    const b = widget('text_input', 'b', {}, { conditionalScript: '$c' });
    const c = widget('text_input', 'c', {}, { label: 'Third', conditionalScript: '$a' });
    const d = widget('text_input', 'd', {}, { conditionalScript: '$a' });
    expect(faults(a, b, c, d)).toEqual([
      `${first}/meta/conditionalScript A circle of scripts: what First, b, Third show or calculate depends on itself`,
    ]);
  });

  it('for a container whose script reads what stands in it', () => {
    const group = container([widget('checkbox', 'on')], {}, { label: 'Group', conditionalScript: '$on' });
    expect(faults(group)).toHaveLength(1);
  });

  it('for calculated fields that need each other', () => {
    const calculated = (key: string, value: string) =>
      widget('number_input', key, { readonly: true, initialValue: { value } });
    expect(faults(calculated('a', '$b + 1'), calculated('b', '$a + 1'))).toHaveLength(1);
  });

  it('for the content of a modal that is no container', () => {
    expect(faults({ type: 'modal', config: { content: { type: 'checkbox' } } })).toEqual([
      `${first}/config/content/type Only a container may stand here, not a checkbox`,
    ]);
  });

  it('for elements that are no container', () => {
    expect(faults(widget('collection', 'a', { elements: { type: 'banner' } }))).toEqual([
      `${first}/config/elements/type Only a container may stand here, not a banner`,
    ]);
  });

  it('that nests so deep that reading it could fail', () => {
    let nested = container([]);
    for (let depth = 0; depth < 1000; depth += 1) nested = container([nested]);
    expect(faults(nested)).toEqual([expect.stringMatching(/At most 50 widgets may stand in each other$/)]);
  });

  it('whose nested lists would begin with millions of rows', () => {
    const inner = collection('inner', [], { minItems: 5000 });
    expect(faults(collection('outer', [inner], { minItems: 5000 }))).toEqual([
      expect.stringMatching(/An empty order would start with 25000000 rows here; at most 10000$/),
    ]);
  });
});
