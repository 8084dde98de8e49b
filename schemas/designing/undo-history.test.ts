import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WidgetType } from '../generated/widgets.ts';
import { type Design, serializeDesign } from './design.ts';
import {
  add,
  change,
  convert,
  designWidgetName,
  duplicate,
  type EditResult,
  move,
  remove,
  replace,
  resize,
} from './edits.ts';
import { idOf, openExampleDesign } from './example-design.ts';
import { renameKey } from './rename-key.ts';
import type { Target } from './targets.ts';
import { findWidget, widgetsIn } from './tree.ts';
import { applyEdit, openHistory, redo, type UndoHistory, undo } from './undo-history.ts';

const jsonOf = (design: Design) => JSON.stringify(serializeDesign(design));

describe('undo and redo', () => {
  const act = fc.record({ what: fc.nat(7), which: fc.nat(), where: fc.nat(), how: fc.nat(3), type: fc.nat() });
  const types: WidgetType[] = ['text_input', 'select', 'container', 'table', 'modal', 'banner', 'number_input'];

  /** Applies one random edit; does nothing if it is rejected. */
  function applyRandomEdit(
    history: UndoHistory,
    { what, which, where, how, type }: { what: number; which: number; where: number; how: number; type: number },
  ): UndoHistory {
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
    const edits: (() => EditResult)[] = [
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
        return 'rejected' in renaming ? renaming : renaming.edit;
      },
      () => replace(design, openExampleDesign(), { name: 'Change JSON', isTyping: how > 1 }),
    ];
    const result = (
      one.column && how === 3 && what === 3 ? () => resize(design, one.id, (type % 4) + 1) : edits[what]
    )?.();
    return !result || 'rejected' in result ? history : applyEdit(history, result);
  }

  it('200 random edits can be undone to the exact start and redone to the exact end', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 200, maxLength: 200 }), (acts) => {
        const first = openHistory(openExampleDesign());
        let history = first;
        for (const each of acts) history = applyRandomEdit(history, each);
        const end = jsonOf(history.design);
        const stored: UndoHistory = JSON.parse(JSON.stringify(history));
        let back = stored;
        while (back.undoStack.length > 0) back = undo(back);
        expect(jsonOf(back.design)).toBe(jsonOf(first.design));
        while (back.redoStack.length > 0) back = redo(back);
        expect(jsonOf(back.design)).toBe(end);
      }),
      { numRuns: 8 },
    );
  });

  it('does treats typing in one text as one edit, also in an option or an initial value', () => {
    const typeValue = (history: UndoHistory, key: string, value: unknown) => {
      const result = change(history.design, { ids: ['name'], part: 'config', key, value });
      return 'rejected' in result ? history : applyEdit(history, result);
    };
    const options = (...labels: string[]) => labels.map((label, index) => ({ value: `v${index}`, label }));
    const initial = typeValue(openHistory(openExampleDesign()), 'options', options('', ''));
    const first = ['B', 'Br', 'Bre'].reduce(
      (history, text) => typeValue(history, 'options', options(text, '')),
      initial,
    );
    expect(first.undoStack).toHaveLength(2);
    const second = ['M', 'Mi'].reduce((history, text) => typeValue(history, 'options', options('Bre', text)), first);
    expect(second.undoStack).toHaveLength(3);
    expect(undo(second).design).toEqual(first.design);
    const expression = (value: string) => ({ static: false, value });
    const values = ['1', '1 +', '1 + 1'].map(expression);
    const third = values.reduce((history, value) => typeValue(history, 'initialValue', value), second);
    expect(third.undoStack).toHaveLength(5);
    expect(undo(undo(third)).design).toEqual(second.design);
  });

  it('undo names the edit, a new edit clears the redo stack, and undoing or redoing nothing changes nothing', () => {
    const design = openExampleDesign();
    const first = applyEdit(openHistory(design), { name: 'Delete NAME', steps: [{ do: 'remove', id: 'name' }] });
    expect(first.undoStack.at(-1)?.name).toBe('Delete NAME');
    expect(undo(undo(first)).undoStack).toEqual([]);
    expect(redo(undo(first)).design).toEqual(first.design);
    const other = undo(first);
    expect(applyEdit(other, { name: 'Nothing', steps: [] })).toBe(other);
    expect(designWidgetName(findWidget(design, 'root').widget)).toBe('Container');
  });
});
