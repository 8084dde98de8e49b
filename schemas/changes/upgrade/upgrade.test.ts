import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collection, container, formOf, table, testContext, widget } from '#tests/forms/form-builders.ts';
import { fill } from '../../forms/fill.ts';
import type { Form, FormValues } from '../../forms/form.ts';
import { isRecord } from '../../forms/is-record.ts';
import { normalise } from '../../forms/normal-value.ts';
import { carryFormData, hasContent } from './carry.ts';
import { summarizeUpgrade, type UpgradeSummary } from './upgrade.ts';

type WidgetJson = Record<string, unknown>;
const withId = (id: string, written: WidgetJson): WidgetJson => ({ ...written, id });
const text = (id: string, key: string, label = key) => withId(id, widget('text_input', key, {}, label));
const number = (id: string, key: string, config: WidgetJson = {}) =>
  withId(id, widget('number_input', key, config, key));

/** Carries data over to another form and normalizes it there. */
function upgradeData(from: Form, to: Form, input: FormValues): UpgradeSummary & { data: FormValues } {
  const context = testContext();
  const before = normalise(from, input, context).data;
  const carried = carryFormData(from, to, before);
  const after = fill(to, { data: carried.data, as: 'new' }, context).data;
  return { ...summarizeUpgrade(carried, { from, to, before, after }), data: after };
}

describe('summarizeUpgrade data on another version of its form', () => {
  it('moves a value with its widget, matched by id', () => {
    const from = formOf(text('a', 'headline', 'Headline'), number('b', 'budget'));
    const to = formOf(
      withId('g', container([text('a', 'title', 'Headline')], {}, { key: 'campaign', label: 'Campaign' })),
      number('b', 'total'),
    );
    const { data, moved, dropped, unchanged } = upgradeData(from, to, { headline: 'Bread', budget: 5 });
    expect(data).toEqual({ campaign: { title: 'Bread' }, total: 5 });
    expect(moved).toEqual([
      { from: 'Headline', to: 'Campaign › Headline' },
      { from: 'budget', to: 'total' },
    ]);
    expect({ dropped, kept: unchanged }).toEqual({ dropped: [], kept: 0 });
  });

  it('drops the value of a removed widget and reports it with its label', () => {
    const from = formOf(text('a', 'headline', 'Headline'), text('b', 'voice', 'Voice'), text('c', 'empty'));
    const { data, dropped, unchanged } = upgradeData(from, formOf(text('a', 'headline')), {
      headline: 'Bread',
      voice: 'Low',
    });
    expect(data).toEqual({ headline: 'Bread' });
    expect(dropped).toEqual([{ path: '/voice', label: 'Voice', text: 'Low' }]);
    expect(unchanged).toBe(1);
  });

  it('reports a dropped No of a yes/no question, but no unchecked box', () => {
    const box = (presentation: string) => withId('a', widget('checkbox', 'is_new', { presentation }, 'Is it new?'));
    const dropped = [{ path: '/is_new', label: 'Is it new?', text: 'No' }];
    const other = formOf(text('b', 'headline'));
    expect(upgradeData(formOf(box('yes_no')), other, { is_new: false })).toMatchObject({ dropped });
    expect(upgradeData(formOf(box('checkbox')), other, { is_new: false })).toMatchObject({ dropped: [] });
  });

  it('leaves an unanswered field empty, and gives a new field its initial value', () => {
    const config = { emptyUntilAnswered: true, initialValue: { static: true, value: 'any' } };
    const voice = withId('v', widget('text_input', 'voice', config));
    const group = (...widgets: WidgetJson[]) => withId('g', container(widgets, {}, { key: 'spot' }));
    const later = withId('n', widget('text_input', 'tone', config));
    expect(upgradeData(formOf(voice), formOf(voice, later), {}).data).toEqual({ tone: 'any' });
    expect(upgradeData(formOf(group(voice)), formOf(group(voice, later)), { spot: {} }).data).toEqual({
      spot: { tone: 'any' },
    });
  });

  it('lists the fields that are new, with the values they start with', () => {
    const config = { initialValue: { static: true, value: 'any' } };
    const list = (...widgets: WidgetJson[]) => withId('l', collection('spots', widgets, {}, { label: 'Spots' }));
    const from = formOf(text('a', 'headline'), list(text('s', 'spot')));
    const to = formOf(
      text('a', 'headline'),
      withId('n', widget('text_input', 'tone', config, 'Tone')),
      withId('q', widget('checkbox', 'live', { emptyUntilAnswered: true }, 'Live?')),
      withId('h', widget('text_input', 'secret', { hidden: true }, 'Off the screen')),
      list(text('s', 'spot'), withId('r', widget('text_input', 'voice', config, 'Voice'))),
      withId('m', collection('markets', [text('k', 'market')], {}, { label: 'Markets' })),
    );
    const { added } = upgradeData(from, to, { headline: 'x', spots: [{ _id: 'x' }, { _id: 'y' }] });
    expect(added).toEqual([
      { label: 'Tone', text: 'any' },
      { label: 'Live?', text: '–' },
      // Only new rows start with an initial value.
      { label: 'Spots › Voice', text: '–' },
      { label: 'Markets', text: '–' },
    ]);
    expect(upgradeData(to, to, { tone: 'calm' }).added).toEqual([]);
  });

  it('keeps the rows of a list by id if its columns are added, removed or renamed', () => {
    const list = (...widgets: WidgetJson[]) => withId('l', collection('spots', widgets, {}, { label: 'Spots' }));
    const from = formOf(list(text('a', 'name'), number('b', 'price')));
    const to = formOf(withId('l', table('lines', [text('a', 'title'), text('n', 'new')], {}, { label: 'Lines' })));
    const rows = [
      { _id: 'x', name: 'One', price: 3 },
      { _id: 'y', name: 'Two', price: 4 },
    ];
    const { data, dropped } = upgradeData(from, to, { spots: rows });
    expect(data).toEqual({
      lines: [
        { _id: 'x', title: 'One', new: '' },
        { _id: 'y', title: 'Two', new: '' },
      ],
    });
    expect(dropped).toEqual([
      { path: '/spots/0/price', label: 'Spots 1 › price', text: '3' },
      { path: '/spots/1/price', label: 'Spots 2 › price', text: '4' },
    ]);
  });

  it('reports values that a limit of the new form changes or removes', () => {
    const { data, dropped } = upgradeData(formOf(number('a', 'n')), formOf(number('a', 'n', { maxValue: 10 })), {
      n: 50,
    });
    expect(data).toEqual({ n: 10 });
    expect(dropped).toEqual([{ path: '/n', label: 'n', text: '50', becomes: '10' }]);
    const rows = formOf(withId('l', collection('l', [text('a', 'name')], {})));
    const fewer = formOf(withId('l', collection('l', [text('a', 'name')], { maxItems: 1 })));
    const cut = upgradeData(rows, fewer, {
      l: [
        { _id: 'x', name: 'One' },
        { _id: 'y', name: 'Two' },
      ],
    });
    expect(cut.dropped).toEqual([{ path: '/l/1/name', label: 'l 2 › name', text: 'Two' }]);
  });

  it('maps option values by their labels', () => {
    const options = (...input: WidgetJson[]) => withId('a', widget('select', 'colour', { options: input }, 'Colour'));
    const from = formOf(options({ value: 'r', label: 'Red' }, { value: 'b', label: 'Blue' }));
    const other = formOf(options({ value: 'red', label: 'Red' }, { value: 'b', label: 'Navy' }));
    expect(upgradeData(from, other, { colour: 'r' })).toMatchObject({
      data: { colour: 'red' },
      renamed: [],
      dropped: [],
    });
    expect(upgradeData(from, other, { colour: 'b' })).toMatchObject({
      ...{ data: { colour: 'b' }, renamed: [{ label: 'Colour', from: 'Blue', to: 'Navy' }] },
    });
    const several = formOf(withId('a', widget('checkboxes', 'colours', { options: [{ value: 'red', label: 'Red' }] })));
    expect(upgradeData(from, several, { colour: 'r' })).toMatchObject({ data: { colours: ['red'] }, dropped: [] });
  });

  it('drops a password rather than showing it in a text field', () => {
    const from = formOf(withId('a', widget('password_input', 'secret', {}, 'Secret')));
    const { data, dropped } = upgradeData(from, formOf(text('a', 'secret')), { secret: 'open sesame' });
    expect(data).toEqual({ secret: '' });
    expect(dropped).toEqual([{ path: '/secret', label: 'Secret', text: '••••••••' }]);
  });

  it('leaves a value that no widget owns under its key', () => {
    const { data, dropped } = upgradeData(formOf(text('a', 'name')), formOf(text('a', 'title')), {
      name: 'x',
      old: { b: 1 },
    });
    expect({ data, dropped }).toEqual({ data: { title: 'x', old: { b: 1 } }, dropped: [] });
  });

  it('fills in the initial value of a new widget', () => {
    const fresh = withId('n', widget('text_input', 'tone', { initialValue: { static: true, value: 'Warm' } }));
    const group = (...inside: WidgetJson[]) => withId('g', container(inside, {}, { key: 'about' }));
    const { data } = upgradeData(formOf(group(text('a', 'name'))), formOf(group(text('a', 'name'), fresh)), {
      about: { name: 'x' },
    });
    expect(data).toEqual({ about: { name: 'x', tone: 'Warm' } });
  });
});

it('summarizeUpgrade carries data to another form where key and type are the same', () => {
  const from = formOf(text('a', 'headline'), text('b', 'size'));
  const to = formOf(text('c', 'headline'), withId('d', widget('select', 'size', { options: [{ value: 'S' }] })));
  expect(upgradeData(from, to, { headline: 'Bread', size: 'S' })).toMatchObject({
    ...{ data: { headline: 'Bread' }, dropped: [{ path: '/size' }] },
  });
});

/** A widget of a random form. `at` is the index in `places` of the group or list it is in. */
interface Sketch {
  id: string;
  key: string;
  type: string;
  at: number;
}

const places = ['', 'group', 'list', 'inner'] as const;
const types = ['text_input', 'number_input', 'select', 'checkboxes', 'tags_input', 'password_input', 'date_input'];
const sketches = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...'abcdefgh'),
    key: fc.constantFrom(...'klmnopqr'),
    type: fc.constantFrom(...types),
    at: fc.nat({ max: places.length - 1 }),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
);
const options = [{ value: 'one' }, { value: 'two' }, { value: 'three' }];

/**
 * Builds a form from a sketch: fields at the top, in a group, in a list, and in a group inside the list. Of two fields
 * with one key in one place, the first is used.
 */
function formOfSketch(sketch: Sketch[], listKey: string): Form {
  const inside = (at: number) => {
    const keys = new Set<string>();
    const here = sketch.filter((each) => each.at === at && !keys.has(each.key) && keys.add(each.key));
    return here.map(({ id, key, type }) => {
      const isChoice = type === 'select' || type === 'checkboxes';
      return withId(
        id,
        widget(type, key, { ...(isChoice ? { options } : {}), ...(type === 'select' ? { required: true } : {}) }),
      );
    });
  };
  return formOf(
    ...inside(0),
    withId('G', container(inside(1), {}, { key: 'group' })),
    withId('L', collection(listKey, [...inside(2), withId('I', container(inside(3), {}, { key: 'inner' }))])),
  );
}

const values = fc.oneof(
  fc.constantFrom('one', 'two', 'x', '', '2024-06-15'),
  fc.integer({ min: 1, max: 99 }),
  fc.subarray(['one', 'two', 'x']),
);
const fields = fc.dictionary(fc.constantFrom(...'klmnopqr', 'own'), values, { noNullPrototype: true });
const rows = fc.uniqueArray(fc.record({ _id: fc.constantFrom('r1', 'r2', 'r3'), inner: fields, more: fields }), {
  selector: ({ _id }) => _id,
});

const leavesOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (isRecord(value)) return Object.entries(value).flatMap(([key, each]) => (key === '_id' ? [] : leavesOf(each)));
  return hasContent(value) ? [String(value)] : [];
};
const count = (leaves: string[], leaf: string) => leaves.filter((each) => each === leaf).length;

it('summarizeUpgrade loses no value silently: each one is in the new data or reported as dropped', () => {
  const pair = fc.tuple(sketches, sketches, fc.constantFrom('list', 'rows'), fields, fields, rows);
  fc.assert(
    fc.property(pair, ([one, other, listKey, own, group, list]) => {
      const [from, to] = [formOfSketch(one, 'list'), formOfSketch(other, listKey)];
      const context = testContext();
      const input = { ...own, group, list: list.map(({ more, ...row }) => ({ ...more, ...row })) };
      const before = normalise(from, input, context).data;
      const copy = structuredClone(before);
      const carried = carryFormData(from, to, before);
      const after = fill(to, { data: carried.data, as: 'new' }, context).data;
      const { dropped } = summarizeUpgrade(carried, { from, to, before, after });
      const droppedValues = dropped.map(({ path }) => at(before, path));
      const [had, has] = [leavesOf(before), [...leavesOf(after), ...leavesOf(droppedValues)]];
      for (const leaf of had) expect(count(has, leaf), leaf).toBeGreaterThanOrEqual(count(had, leaf));
      expect(before).toEqual(copy);
      // On the same form nothing changes.
      const same = upgradeData(from, from, before);
      expect(same).toMatchObject({ data: before, moved: [], renamed: [], dropped: [] });
    }),
    { numRuns: 300 },
  );
});

const at = (data: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (value !== null && typeof value === 'object' ? Reflect.get(value, key) : value),
      data,
    );
