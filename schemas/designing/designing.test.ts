import { describe, expect, it } from 'vitest';
import { checkFormSchema } from '../forms/check-form-schema.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import type { WidgetType } from '../generated/widgets.ts';
import { convertibleTypes, convertWidget } from './convert.ts';
import { type Design, openDesign, originalOf, serializeDesign } from './design.ts';
import { add, change, changeLabel, convert, duplicate, type EditResult, move, paste, remove, share } from './edits.ts';
import { box, field, idOf, openExampleDesign, row } from './example-design.ts';
import { suggestKey } from './keys.ts';
import { renameKey, renameUnusedKey } from './rename-key.ts';
import type { Target } from './targets.ts';
import { findWidget, selectionAfter, widgetsIn } from './tree.ts';
import { applyEdit, openHistory, undo } from './undo-history.ts';

function apply(design: Design, expected: EditResult): Design {
  if ('rejected' in expected) throw new Error(expected.rejected);
  return applyEdit(openHistory(design), expected).design;
}

const isType = (type: string): type is WidgetType => Object.hasOwn(widgetKinds, type);

/** The keys of each row of a container. */
const layoutOf = (design: Design, id: string) =>
  findWidget(design, id).widget.rows.map((columns) =>
    columns.map(({ widget }) => widget.meta.key || widget.id).join(' '),
  );

describe('openDesign', () => {
  it('round-trips a form without changes or problems', () => {
    const design = openExampleDesign();
    expect(checkFormSchema(serializeDesign(design))).toEqual([]);
    expect(openExampleDesign(serializeDesign(design))).toEqual(design);
  });

  it.each([
    ['null', null, '/root', 'A widget must be an object with a type'],
    ['a text', { version: 1, root: 'x' }, '/root', 'A widget must be an object with a type'],
    [
      'an unknown type',
      { version: 1, root: box('a', [row({ type: 'sound' })]) },
      '/root/config/layout/0/columns/0/widget/type',
      'Unknown widget type "sound"',
    ],
    [
      'a duplicate id',
      { version: 1, root: box('a', [row(field('a'))]) },
      '/root/config/layout/0/columns/0/widget/id',
      'The id a is already used at /root',
    ],
    [
      'a layout that is no list',
      { version: 1, root: { type: 'container', config: { layout: 3 } } },
      '/root/config/layout',
      'Must be a list of rows',
    ],
    [
      'a field as the root',
      { version: 1, root: field('a') },
      '/root/type',
      'A form must be {version: 1, root: a container}',
    ],
  ])('reports %s with its path', (_, given, path, message) => {
    expect(openDesign(given, idOf)).toEqual({ path, message });
  });
});

describe('originalOf', () => {
  it('returns the form that only is written in another way, and else what was written', () => {
    const text = { type: 'text_input', id: 'a', meta: {}, config: {} };
    const original = { version: 1, root: { ...box('root', [{ columns: [{ widget: text }] }]), meta: {} } };
    const written = serializeDesign(openExampleDesign(original));
    expect(written).not.toEqual(original);
    expect(originalOf(written, [undefined, 'no form', serializeDesign(openExampleDesign()), original])).toBe(original);
    const changed = serializeDesign(apply(openExampleDesign(original), remove(openExampleDesign(original), ['a'])));
    expect(originalOf(changed, [original])).toBe(changed);
  });
});

describe('edits', () => {
  it('add gives a new field the key of its label, or a free one if it is taken', () => {
    const to: Target = { container: 'part', before: 'zip' };
    const once = apply(openExampleDesign(), add(openExampleDesign(), { type: 'text_input', label: 'Name', to, idOf }));
    expect(layoutOf(once, 'part')).toEqual(['city', 'name_2', 'zip']);
    const inContact: Target = { beside: 'email', side: 'left' };
    expect(
      layoutOf(apply(once, add(once, { type: 'text_input', label: 'Name', to: inContact, idOf })), 'contact'),
    ).toEqual(['name email']);
  });

  it('add makes a new field empty until answered, but not a container', () => {
    const to: Target = { container: 'part', before: 'zip' };
    const configOf = (type: WidgetType, config?: object) => {
      const label = 'New one';
      const design = apply(
        openExampleDesign(),
        add(openExampleDesign(), { type, label, to, idOf, ...(config && { config: { ...config } }) }),
      );
      const found = [...widgetsIn(design.root)].find(({ widget }) => widget.meta.label === label);
      return found?.widget.config;
    };
    for (const [type, { holds }] of Object.entries(widgetKinds))
      if (isType(type)) expect(configOf(type)).toEqual(holds === 'value' ? { emptyUntilAnswered: true } : {});
    expect(configOf('checkbox', { presentation: 'yes_no' })).toEqual({
      emptyUntilAnswered: true,
      presentation: 'yes_no',
    });
  });

  it.each([
    ['Weekly budget ($)', 'weekly_budget'],
    ['2nd owner', '_2nd_owner'],
    ['日本', 'field'],
    ['constructor', 'constructor_2'],
    ['Café Zürich', 'cafe_zurich'],
  ])('suggestKey derives a key from the label: %s', (label, key) => {
    expect(suggestKey(label, new Set())).toBe(key);
  });

  describe('changeLabel', () => {
    const labelled = (design: Design, id: string, ...labels: (string | undefined)[]) =>
      labels.reduce((now, label) => apply(now, changeLabel(now, { id, label, isPublished: false })), design);
    const metaOf = (design: Design, id: string) => findWidget(design, id).widget.meta;

    it('lets the key follow the label keystroke by keystroke, also if the label is emptied meanwhile', () => {
      const design = labelled(openExampleDesign(), 'city', 'CIT', undefined, 'T', 'Town', 'Town ', 'Town hall');
      expect(metaOf(design, 'city')).toMatchObject({ label: 'Town hall', key: 'town_hall' });
    });

    it('gives a free key if the label is used twice', () => {
      expect(metaOf(labelled(openExampleDesign(), 'city', 'Name'), 'city').key).toBe('name_2');
    });

    it('keeps a key that an author has edited, and that of a published widget', () => {
      const design = openExampleDesign();
      const renamed = renameKey(design, 'city', 'place');
      if ('rejected' in renamed) throw new Error(renamed.rejected);
      const edited = apply(design, renamed.edit);
      expect(metaOf(labelled(edited, 'city', 'Town'), 'city').key).toBe('place');
      const published = changeLabel(design, { id: 'city', label: 'Town', isPublished: true });
      expect(metaOf(apply(design, published), 'city')).toMatchObject({ label: 'Town', key: 'city' });
    });

    it('updates the scripts that read the key, and keeps a key that scripts would confuse', () => {
      const design = labelled(openExampleDesign(), 'floor', 'Minimum');
      expect(metaOf(design, 'floor').key).toBe('minimum');
      expect(metaOf(design, 'budget').validationScript).toBe('if this < $minimum { reject }');
      const price = labelled(openExampleDesign(), 'price', 'Floor');
      expect(metaOf(price, 'price')).toMatchObject({ label: 'Floor', key: 'price' });
    });

    it('follows the label to the key that a script is already written for, past the variables of that script', () => {
      const rule = 'if (each $flight of $flights { $flight }):sum > this { reject }';
      const written = change(openExampleDesign(), {
        ...{ ids: ['budget'], part: 'meta', key: 'validationScript', value: rule },
      });
      const labels = ['Fligh', 'Flight', 'Flights'];
      const design = labelled(apply(openExampleDesign(), written), 'city', ...labels);
      expect(metaOf(design, 'city').key).toBe('flights');
      expect(metaOf(design, 'budget').validationScript).toBe(rule);
    });

    it('is one undo entry while a label is typed', () => {
      let history = openHistory(openExampleDesign());
      for (const label of ['CITY ', 'CITY h', 'CITY ha', 'CITY ha ', 'CITY ha l']) {
        const edit = changeLabel(history.design, { id: 'city', label, isPublished: false });
        if ('rejected' in edit) throw new Error(edit.rejected);
        history = applyEdit(history, edit);
      }
      expect(history.undoStack).toHaveLength(1);
      expect(metaOf(history.design, 'city').key).toBe('city_ha_l');
      expect(metaOf(undo(history).design, 'city')).toEqual({ label: 'CITY', key: 'city' });
    });
  });

  it('move puts a widget into its own row, beside another, and elsewhere in its row', () => {
    const design = openExampleDesign();
    expect(
      layoutOf(apply(design, move(design, { ids: ['name'], to: { container: 'root', before: null } })), 'root').at(-1),
    ).toBe('name');
    expect(
      layoutOf(apply(design, move(design, { ids: ['floor'], to: { beside: 'name', side: 'right' } })), 'root')[0],
    ).toBe('name floor budget');
    expect(
      layoutOf(apply(design, move(design, { ids: ['name'], to: { beside: 'budget', side: 'right' } })), 'root')[0],
    ).toBe('budget name');
    expect(move(design, { ids: ['name'], to: { beside: 'budget', side: 'left' } })).toMatchObject({ steps: [] });
  });

  it('move puts the first widget of a row into its own row above or below', () => {
    const design = openExampleDesign();
    const above: Target = { container: 'root', before: 'name' };
    expect(layoutOf(apply(design, move(design, { ids: ['name'], to: above })), 'root').slice(0, 2)).toEqual([
      'name',
      'budget',
    ]);
    const once = apply(design, move(design, { ids: ['floor'], to: { beside: 'name', side: 'left' } }));
    const below: Target = { container: 'root', before: 'floor' };
    expect(layoutOf(apply(once, move(once, { ids: ['floor'], to: below })), 'root')[0]).toBe('floor');
    expect(move(once, { ids: ['part'], to: { container: 'root', before: 'part' } })).toMatchObject({ steps: [] });
  });

  it('share divides the width that two columns have together', () => {
    const design = openExampleDesign();
    const ratios = (shared: Design) => findWidget(shared, 'root').widget.rows[0]?.map(({ ratio }) => ratio);
    expect(ratios(apply(design, share(design, 'name', 0.25)))).toEqual([0.5, 1.5]);
    expect(ratios(apply(design, share(design, 'name', 5)))).toEqual([1.9, 0.1]);
    expect(share(design, 'budget', 0.5)).toEqual({ rejected: "There's nothing to the right of BUDGET" });
  });

  it('selectionAfter selects the widgets that remain, or the nearest sibling or parent of a removed one', () => {
    const design = openExampleDesign();
    const without = (...ids: string[]) => apply(design, remove(design, ids));
    expect(selectionAfter(design, without('city'), ['name', 'city'])).toEqual(['name']);
    expect(selectionAfter(design, without('name'), ['name'])).toEqual(['budget']);
    expect(selectionAfter(design, without('zip'), ['zip'])).toEqual(['city']);
    expect(selectionAfter(design, without('email'), ['email'])).toEqual(['contact']);
    expect(selectionAfter(design, design, [])).toEqual([]);
  });

  it('move keeps several widgets in form order, and moves nested ones with their parent', () => {
    const design = openExampleDesign();
    const moved = apply(
      design,
      move(design, { ids: ['total', 'city', 'part', 'name'], to: { beside: 'email', side: 'right' } }),
    );
    expect(layoutOf(moved, 'contact')).toEqual(['email name part total']);
  });

  it('explain in words why an edit is not possible', () => {
    const design = openExampleDesign();
    const words = (edit: EditResult) => ('rejected' in edit ? edit.rejected : '');
    expect(words(move(design, { ids: ['part'], to: { beside: 'city', side: 'left' } }))).toBe(
      "Part can't be moved into itself",
    );
    expect(words(move(design, { ids: ['spots_row'], to: { container: 'part', before: null } }))).toBe(
      "The container can't be moved out of its parent",
    );
    expect(words(remove(design, ['root']))).toBe("The container can't be deleted without its parent");
    const withDuplicate = apply(
      design,
      add(design, { type: 'text_input', label: 'City', to: { container: 'contact', before: null }, idOf }),
    );
    const [made] = [...widgetsIn(withDuplicate.root)].filter(({ widget }) => widget.meta.label === 'City');
    expect(words(move(withDuplicate, { ids: [made?.widget.id ?? ''], to: { container: 'root', before: null } }))).toBe(
      'The key city of City is already used there',
    );
    expect(words(convert(design, { id: 'name', type: 'table', idOf }))).toBe("NAME can't be changed to a table");
  });

  it('duplicate gives a copy new ids, and free keys in the same scope', () => {
    const copied = apply(openExampleDesign(), duplicate(openExampleDesign(), 'part', idOf));
    expect(layoutOf(copied, 'root')[3]).toMatch(/^new/);
    expect(checkFormSchema(serializeDesign(copied))).toEqual([]);
    const [, copy] = findWidget(copied, 'root').widget.rows.slice(2).flat();
    expect(layoutOf(copied, copy?.widget.id ?? '')).toEqual(['city_2', 'zip_2']);
  });

  it('paste adapts scripts among the copies to their new keys, and keeps references to the surroundings', () => {
    const script = 'if this < $floor or $budget > $name:length + 1 { reject because "$floor" }';
    const sum = field('sum', { validationScript: script }, 'number_input', { initialValue: { value: '$budget * 2' } });
    const rows = [row(field('floor')), row(box('part', [row(field('budget'), sum)])), row(field('floor_2'))];
    const widgets = openExampleDesign({ version: 1, root: box('block', rows) })
      .root.rows.flat()
      .map(({ widget }) => widget);
    const put = apply(
      openExampleDesign(),
      paste(openExampleDesign(), { widgets, to: { container: 'root', before: null }, idOf }),
    );
    const [, copy] = findWidget(put, 'root').widget.rows.slice(-3).flat();
    expect(layoutOf(put, 'root').slice(-3)).toEqual(['floor_3', copy?.widget.id, 'floor_2']);
    expect(layoutOf(put, copy?.widget.id ?? '')).toEqual(['budget_2 sum']);
    const [, made] = copy?.widget.rows.flat() ?? [];
    expect(made?.widget.meta.validationScript).toBe(
      'if this < $floor_3 or $budget_2 > $name:length + 1 { reject because "$floor" }',
    );
    expect(made?.widget.config.initialValue).toEqual({ value: '$budget_2 * 2' });
    expect(checkFormSchema(serializeDesign(put))).toEqual([]);
  });

  it('paste rejects more widgets than a form may have', () => {
    const { widget } = findWidget(openExampleDesign(), 'name');
    const many = Array.from({ length: 2_001 }, () => widget);
    expect(paste(openExampleDesign(), { widgets: many, to: { container: 'part', before: null }, idOf })).toEqual({
      rejected: 'A form may have at most 2000 widgets',
    });
  });

  it('convert keeps what fits the new type, and convertWidget reports what is lost', () => {
    const design = openExampleDesign();
    const conversion = convertWidget(findWidget(design, 'floor').widget, 'text_input', idOf);
    expect(conversion).toMatchObject({
      to: { meta: { key: 'floor' }, config: { floatingSuffix: 'USD' } },
      lost: ['minValue', 'maxValue'],
    });
    expect(convertibleTypes('table')).toEqual(['container', 'collection', 'modal']);
    const asBox = apply(design, convert(design, { id: 'spots', type: 'container', idOf }));
    expect(layoutOf(asBox, 'spots')).toEqual(['price']);
    expect(layoutOf(apply(asBox, convert(asBox, { id: 'spots', type: 'table', idOf })), 'spots')).toEqual([]);
  });
});

describe('renameKey', () => {
  const renamed = (id: string, to: string, design = openExampleDesign()) => {
    const renaming = renameKey(design, id, to);
    if ('rejected' in renaming) throw new Error(renaming.rejected);
    return { ...renaming, after: apply(design, renaming.edit) };
  };

  it('rewrites every kind of script, also of several options of one field', () => {
    const options = [
      { value: 'a', condition: '$city == "Bern"' },
      { value: 'b' },
      { value: 'c', condition: 'not $city == "Bern"' },
    ];
    const media = field('media', { requiredScript: '$city' }, 'radio', { options });
    const design = openExampleDesign({ version: 1, root: box('root', [row(field('city')), row(media)]) });
    const { after, uses } = renamed('city', 'town', design);
    expect(uses).toHaveLength(3);
    expect(findWidget(after, 'media').widget).toMatchObject({
      meta: { requiredScript: '$town' },
      config: { options: [{ condition: '$town == "Bern"' }, { value: 'b' }, { condition: 'not $town == "Bern"' }] },
    });
    expect(renameUnusedKey(design, 'city', 'town')).toBeUndefined();
  });

  it('rewrites each script that reads the key, inside its list and outside, and nothing else', () => {
    const { uses, after } = renamed('price', 'rate');
    expect(uses.map(({ name, after: text }) => [name, text])).toEqual([
      ['PRICE', 'if $rate < $floor or $spots:length > 9 { reject }'],
      ['TOTAL', '$spots:first.rate + $floor'],
    ]);
    expect(checkFormSchema(serializeDesign(after))).toEqual([]);
    expect(renamed('floor', 'least').uses).toHaveLength(3);
    expect(renamed('spots', 'flights').uses.map(({ after: text }) => text)).toEqual([
      'if $price < $floor or $flights:length > 9 { reject }',
      '$flights:first.price + $floor',
    ]);
  });

  it.each([
    ['name', 'budget', 'The key budget is already used here'],
    ['name', 'a b', 'A key consists of letters, digits and _, and does not start with a digit'],
    ['floor', 'price', 'PRICE would use PRICE instead, which is nearer'],
    ['price', 'floor', 'PRICE uses FLOOR as floor, and would use this field instead'],
    ['root', 'x', 'The form itself has no key'],
  ])('rejects renaming %s to %s: %s', (id, to, rejected) => {
    expect(renameKey(openExampleDesign(), id, to)).toEqual({ rejected });
  });
});
