import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import type { FormWidget } from '#schemas/forms/form.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { useFormStore } from '../store/hooks.ts';
import { focusElement } from '../widgets/rowFocus.ts';
import { focusCell } from './cellElements.ts';
import type { RowAction } from './RowMenu.tsx';

interface RowActionsOptions {
  list: FormWidget<'table'>;
  least: number;
  max: number;
  reveal: (row: Row) => void;
  announce: (message: string) => void;
}

/** The actions on table rows, and the state of the row menu that offers them. */
export function useRowActions({ list, least, max, reveal, announce }: RowActionsOptions) {
  const store = useFormStore();
  const [menuTarget, setMenuTarget] = useState<{ row: Row; button: HTMLElement }>();
  const [removed, setRemoved] = useState<Row>();
  const open = useCallback((row: Row, button: HTMLElement) => setMenuTarget({ row, button }), []);
  const close = useCallback(() => setMenuTarget(undefined), []);
  const siblingsOf = ({ parent }: Row) => (parent ? rowsOfList(parent, list) : []);
  const rowName = ({ index }: Row) => `${widgetName(list)} ${index + 1}`;
  const goTo = (row: Row) => {
    reveal(row);
    focusCell({ rowId: store.rowId(row), column: 0 });
  };
  const move = (row: Row, to: number) => {
    if (to < 0 || to >= siblingsOf(row).length) return;
    const name = rowName(row);
    flushSync(() => store.moveRow(row, to));
    reveal(row);
    announce(`${name} is now number ${to + 1}`);
  };
  const duplicate = (row: Row) => {
    const copy = flushSync(() => store.duplicateRow(row));
    announce(`${rowName(copy)} added`);
    goTo(copy);
  };
  const remove = (row: Row) => {
    const rows = siblingsOf(row);
    const next = rows[row.index + 1] ?? rows[row.index - 1];
    const name = rowName(row);
    flushSync(() => store.removeRow(row));
    announce(`${name} removed`);
    setRemoved(row);
    if (next) goTo(next);
    else if (row.parent) focusElement(store.elementId(list, row.parent));
  };
  const actionsFor = (row: Row): RowAction[] => {
    const { length } = siblingsOf(row);
    const moveBy = (by: number) => () => {
      move(row, row.index + by);
      focusCell({ rowId: store.rowId(row), column: 0 });
    };
    return [
      { label: 'Move up', icon: 'up', isPossible: row.index > 0, keys: 'Alt+Shift+ArrowUp', act: moveBy(-1) },
      {
        label: 'Move down',
        icon: 'down',
        isPossible: row.index < length - 1,
        keys: 'Alt+Shift+ArrowDown',
        act: moveBy(1),
      },
      { label: 'Duplicate', icon: 'copy', isPossible: length < max, act: () => duplicate(row) },
      { label: 'Remove', icon: 'close', isPossible: length > least, act: () => remove(row) },
    ];
  };
  const menu = menuTarget && {
    name: `Actions of ${rowName(menuTarget.row)}`,
    button: menuTarget.button,
    actions: actionsFor(menuTarget.row),
    onClose: close,
  };
  return { open, move, menu, removed, forgetRemoved: () => setRemoved(undefined) };
}
