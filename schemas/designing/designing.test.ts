import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFormSchema } from '../forms/check-form-schema.ts';
import type { JsonMap } from '../generated/types.ts';
import type { WidgetType } from '../generated/widgets.ts';
import { conversionOf, kindredOf } from './convert.ts';
import { type Design, formSchemaOf, openDesign } from './design.ts';
import { add, change, convert, duplicate, move, nameOf, paste, remove, resize, type Wanted } from './edits.ts';
import { does, type History, openHistory, redo, undo } from './history.ts';
import { suggestKey } from './keys.ts';
import { renameKey } from './rename-key.ts';
import type { Target } from './targets.ts';
import { findWidget, widgetsIn } from './tree.ts';

const field = (id: string, meta: JsonMap = {}, type: WidgetType = 'text_input', config: JsonMap = {}) => ({
  type,
  id,
  meta: { label: id.toUpperCase(), key: id, ...meta },
  config,
});
const row = (...widgets: object[]) => ({ columns: widgets.map((widget) => ({ ratio: 1, widget })) });
const box = (id: string, rows: object[], meta: JsonMap = {}) => ({
  type: 'container',
  id,
  meta,
  config: { layout: rows },
});
const list = (id: string, rows: object[]) => ({
  type: 'collection',
  id,
  meta: { label: id, key: id },
  config: { elements: box(`${id}_row`, rows) },
});

/** A form with fields beside one another, in a container with a key and one without, and in rows. */
const formSchema = {
  version: 1,
  root: box('root', [
    row(field('name'), field('budget', { validationScript: 'if this < $floor { reject }' }, 'number_input')),
    row(field('floor', {}, 'number_input', { minValue: 5, maxValue: 9, floatingSuffix: 'USD' })),
    row(box('part', [row(field('city')), row(field('zip'))], { label: 'Part' })),
    row(box('contact', [row(field('email'))], { key: 'contact' })),
    row(
      list('spots', [
        row(field('price', { validationScript: 'if $price < $floor or $spots:length > 9 { reject }' }, 'number_input')),
      ]),
    ),
    row(field('total', {}, 'number_input', { readonly: true, initialValue: { value: '$spots:first.price + $floor' } })),
  ]),
};

const numbers = { last: 0 };
const idOf = () => {
  numbers.last += 1;
  return `new${numbers.last}`;
};

function opened(given: unknown = formSchema): Design {
  const result = openDesign(given, idOf);
  if ('message' in result) throw new Error(`${result.path}: ${result.message}`);
  return result.design;
}

function done(design: Design, wanted: Wanted): Design {
  if ('refused' in wanted) throw new Error(wanted.refused);
  return does(openHistory(design), wanted).design;
}

/** The keys of each row of a container. */
const layoutOf = (design: Design, id: string) =>
  findWidget(design, id).widget.rows.map((columns) =>
    columns.map(({ widget }) => widget.meta.key || widget.id).join(' '),
  );

const lettersOf = (design: Design) => JSON.stringify(formSchemaOf(design));

describe('opening', () => {
  it('a form that is saved again as it is has the same widgets and nothing wrong', () => {
    const design = opened();
    expect(checkFormSchema(formSchemaOf(design))).toEqual([]);
    expect(opened(formSchemaOf(design))).toEqual(design);
  });

  it.each([
    ['no form', null, '/root', 'A widget is an object with a type'],
    ['a text', { version: 1, root: 'x' }, '/root', 'A widget is an object with a type'],
    [
      'an unknown type',
      { version: 1, root: box('a', [row({ type: 'sound' })]) },
      '/root/config/layout/0/columns/0/widget/type',
      'Unknown widget type "sound"',
    ],
    [
      'an id twice',
      { version: 1, root: box('a', [row(field('a'))]) },
      '/root/config/layout/0/columns/0/widget/id',
      'The id a is already used at /root',
    ],
    [
      'a layout that is none',
      { version: 1, root: { type: 'container', config: { layout: 3 } } },
      '/root/config/layout',
      'Must be a list of rows',
    ],
    [
      'a field as the root',
      { version: 1, root: field('a') },
      '/root/type',
      'A form is {version: 1, root: a container}',
    ],
  ])('refuses %s by its path', (_, given, path, message) => {
    expect(openDesign(given, idOf)).toEqual({ path, message });
  });
});

describe('edits', () => {
  it('a new field gets the key that its label suggests, and another where that is taken', () => {
    const to: Target = { container: 'part', before: 'zip' };
    const once = done(opened(), add(opened(), { type: 'text_input', label: 'Name', to, idOf }));
    expect(layoutOf(once, 'part')).toEqual(['city', 'name_2', 'zip']);
    const inContact: Target = { beside: 'email', side: 'left' };
    expect(
      layoutOf(done(once, add(once, { type: 'text_input', label: 'Name', to: inContact, idOf })), 'contact'),
    ).toEqual(['name email']);
  });

  it.each([
    ['Weekly budget ($)', 'weekly_budget'],
    ['2nd owner', '_2nd_owner'],
    ['日本', 'field'],
    ['constructor', 'constructor_2'],
    ['Café Zürich', 'cafe_zurich'],
  ])('a label suggests a key: %s', (label, key) => {
    expect(suggestKey(label, new Set())).toBe(key);
  });

  it('a widget is moved into a row of its own, beside another, and within its row', () => {
    const design = opened();
    expect(
      layoutOf(done(design, move(design, { ids: ['name'], to: { container: 'root', before: null } })), 'root').at(-1),
    ).toBe('name');
    expect(
      layoutOf(done(design, move(design, { ids: ['floor'], to: { beside: 'name', side: 'right' } })), 'root')[0],
    ).toBe('name floor budget');
    expect(
      layoutOf(done(design, move(design, { ids: ['name'], to: { beside: 'budget', side: 'right' } })), 'root')[0],
    ).toBe('budget name');
    expect(move(design, { ids: ['name'], to: { beside: 'budget', side: 'left' } })).toMatchObject({ steps: [] });
  });

  it('several widgets are moved in the order of the form, without what stands in one of them', () => {
    const design = opened();
    const moved = done(
      design,
      move(design, { ids: ['total', 'city', 'part', 'name'], to: { beside: 'email', side: 'right' } }),
    );
    expect(layoutOf(moved, 'contact')).toEqual(['email name part total']);
  });

  it('what can not be is refused in words', () => {
    const design = opened();
    const words = (wanted: Wanted) => ('refused' in wanted ? wanted.refused : '');
    expect(words(move(design, { ids: ['part'], to: { beside: 'city', side: 'left' } }))).toBe(
      'Part can not stand in itself',
    );
    expect(words(move(design, { ids: ['spots_row'], to: { container: 'part', before: null } }))).toBe(
      'The container stays with what it stands in',
    );
    expect(words(remove(design, ['root']))).toBe('The container stays with what it stands in');
    const twice = done(
      design,
      add(design, { type: 'text_input', label: 'City', to: { container: 'contact', before: null }, idOf }),
    );
    const [made] = [...widgetsIn(twice.root)].filter(({ widget }) => widget.meta.label === 'City');
    expect(words(move(twice, { ids: [made?.widget.id ?? ''], to: { container: 'root', before: null } }))).toBe(
      'The key city of City is already used there',
    );
    expect(words(convert(design, { id: 'name', type: 'table', idOf }))).toBe('NAME can not become a table');
  });

  it('a copy has ids of its own, and free keys for what it brings into the same object', () => {
    const copied = done(opened(), duplicate(opened(), 'part', idOf));
    expect(layoutOf(copied, 'root')[3]).toMatch(/^new/);
    expect(checkFormSchema(formSchemaOf(copied))).toEqual([]);
    const [, copy] = findWidget(copied, 'root').widget.rows.slice(2).flat();
    expect(layoutOf(copied, copy?.widget.id ?? '')).toEqual(['city_2', 'zip_2']);
  });

  it('a form does not grow beyond what it may hold', () => {
    const { widget } = findWidget(opened(), 'name');
    const many = Array.from({ length: 2_001 }, () => widget);
    expect(paste(opened(), { widgets: many, to: { container: 'part', before: null }, idOf })).toEqual({
      refused: 'A form may have at most 2000 widgets',
    });
  });

  it('a widget becomes one of a kindred type with all that fits, and it is said what does not', () => {
    const design = opened();
    const conversion = conversionOf(findWidget(design, 'floor').widget, 'text_input', idOf);
    expect(conversion).toMatchObject({
      to: { meta: { key: 'floor' }, config: { floatingSuffix: 'USD' } },
      lost: ['minValue', 'maxValue'],
    });
    expect(kindredOf('table')).toEqual(['container', 'collection', 'modal']);
    const asBox = done(design, convert(design, { id: 'spots', type: 'container', idOf }));
    expect(layoutOf(asBox, 'spots')).toEqual(['price']);
    expect(layoutOf(done(asBox, convert(asBox, { id: 'spots', type: 'table', idOf })), 'spots')).toEqual([]);
  });
});

describe('renaming a key', () => {
  const renamed = (id: string, to: string, design = opened()) => {
    const renaming = renameKey(design, id, to);
    if ('refused' in renaming) throw new Error(renaming.refused);
    return { ...renaming, after: done(design, renaming.edit) };
  };

  it('rewrites each script that reads it, from its own row as well as from outside, and nothing else', () => {
    const { uses, after } = renamed('price', 'rate');
    expect(uses.map(({ name, after: text }) => [name, text])).toEqual([
      ['PRICE', 'if $rate < $floor or $spots:length > 9 { reject }'],
      ['TOTAL', '$spots:first.rate + $floor'],
    ]);
    expect(checkFormSchema(formSchemaOf(after))).toEqual([]);
    expect(renamed('floor', 'least').uses).toHaveLength(3);
    expect(renamed('spots', 'flights').uses.map(({ after: text }) => text)).toEqual([
      'if $price < $floor or $flights:length > 9 { reject }',
      '$flights:first.price + $floor',
    ]);
  });

  it.each([
    ['name', 'budget', 'The key budget is already used here'],
    ['name', 'a b', 'A key has letters, digits and _, and begins with no digit'],
    ['floor', 'price', 'PRICE would read PRICE instead: it is nearer'],
    ['price', 'floor', 'PRICE reads FLOOR as floor, and would read this field instead'],
    ['root', 'x', 'The whole form has no key'],
  ])('%s as %s is refused', (id, to, refused) => {
    expect(renameKey(opened(), id, to)).toEqual({ refused });
  });
});

describe('undo and redo', () => {
  const act = fc.record({ what: fc.nat(6), which: fc.nat(), where: fc.nat(), how: fc.nat(3), type: fc.nat() });
  const types: WidgetType[] = ['text_input', 'select', 'container', 'table', 'modal', 'banner', 'number_input'];

  /** One edit of a design that somebody might do; one that is refused does nothing. */
  function edited(
    history: History,
    { what, which, where, how, type }: { what: number; which: number; where: number; how: number; type: number },
  ): History {
    const { design } = history;
    const all = [...widgetsIn(design.root)].map(({ widget, column }) => ({ id: widget.id, type: widget.type, column }));
    const at = all[where % all.length];
    const one = all[which % all.length];
    const containers = all.filter((each) => each.type === 'container');
    const container = containers[where % containers.length];
    if (!at || !one || !container) return history;
    const to: Target =
      at.column && how < 2
        ? { beside: at.id, side: how ? 'left' : 'right' }
        : { container: container.id, before: null };
    const kind = types[type % types.length] ?? 'banner';
    const edits: (() => Wanted)[] = [
      () => add(design, { type: kind, label: `Label ${type % 5}`, to, idOf }),
      () => move(design, { ids: [one.id, at.id].slice(0, 1 + (how % 2)), to }),
      () => remove(design, [one.id]),
      () =>
        change(design, {
          ids: [one.id],
          part: 'meta',
          key: how ? 'label' : 'description',
          value: how > 2 ? undefined : `text ${type % 3}`,
        }),
      () => duplicate(design, one.id, idOf),
      () => convert(design, { id: one.id, type: kind, idOf }),
      () => {
        const renaming = renameKey(design, one.id, `key_${type % 9}`);
        return 'refused' in renaming ? renaming : renaming.edit;
      },
    ];
    const wanted = (
      one.column && how === 3 && what === 3 ? () => resize(design, one.id, (type % 4) + 1) : edits[what]
    )?.();
    return !wanted || 'refused' in wanted ? history : does(history, wanted);
  }

  it('200 random edits lead back to the beginning and forth to the end, to the letter', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 200, maxLength: 200 }), (acts) => {
        const first = openHistory(opened());
        let history = first;
        for (const each of acts) history = edited(history, each);
        const end = lettersOf(history.design);
        const kept: History = JSON.parse(JSON.stringify(history));
        let back = kept;
        while (back.done.length > 0) back = undo(back);
        expect(lettersOf(back.design)).toBe(lettersOf(first.design));
        while (back.undone.length > 0) back = redo(back);
        expect(lettersOf(back.design)).toBe(end);
      }),
      { numRuns: 20 },
    );
  });

  it('names what is undone, forgets what was undone once something else is done, and does nothing where there is nothing', () => {
    const design = opened();
    const first = does(openHistory(design), { name: 'Delete NAME', steps: [{ do: 'remove', id: 'name' }] });
    expect(first.done.at(-1)?.name).toBe('Delete NAME');
    expect(undo(undo(first)).done).toEqual([]);
    expect(redo(undo(first)).design).toEqual(first.design);
    const other = undo(first);
    expect(does(other, { name: 'Nothing', steps: [] })).toBe(other);
    expect(nameOf(findWidget(design, 'root').widget)).toBe('container');
  });
});
