import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import { flushSync } from 'react-dom';
import { type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { MoveButtons } from '../../look/MoveButtons.tsx';
import type { FormStore } from '../store/formStore.ts';
import { useFormStore } from '../store/hooks.ts';
import styles from './CollectionView.module.css';
import { WidgetRows } from './ContainerView.tsx';
import { focusElement, focusFirstField } from './rowFocus.ts';

interface CollectionRowProps {
  list: ValidWidget;
  row: Row;
  index: number;
  isLast: boolean;
  isBoxed: boolean;
  isLocked: boolean;
  canAdd: boolean;
  canRemove: boolean;
  /** Announces a message to screen readers. */
  announce: (message: string) => void;
  /** Called with the removed row. */
  onRemove: (row: Row) => void;
}

/**
 * One row of a collection. Its widgets subscribe to the store themselves, so the memoized row re-renders only when it
 * moves.
 */
export const CollectionRow = memo(function CollectionRow(props: CollectionRowProps) {
  const { list, row, index, isBoxed, isLocked } = props;
  const store = useFormStore();
  const handleKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const by = event.altKey && event.shiftKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined || isLocked || event.defaultPrevented) return;
    event.preventDefault();
    const focused = document.activeElement;
    moveRow(props, store, index + by);
    if (focused instanceof HTMLElement) focused.focus();
  };
  return (
    <li
      onKeyDown={handleKeyDown}
      className={[styles.row, isBoxed && styles.boxed].filter(Boolean).join(' ')}
      id={store.rowId(row)}
      aria-label={`${widgetName(list)} ${index + 1}`}
      tabIndex={-1}
    >
      <div className={styles.head}>
        <span className={styles.number}>{`${widgetName(list)} ${index + 1}`}</span>
        {!isLocked && <RowButtons {...props} />}
      </div>
      <WidgetRows rows={list.rows} row={row} />
    </li>
  );
});

function moveRow({ list, row, index, isLast, announce }: CollectionRowProps, store: FormStore, to: number): void {
  if (to < 0 || (isLast && to > index)) return;
  flushSync(() => store.moveRow(row, to));
  announce(`${widgetName(list)} ${index + 1} is now number ${to + 1}`);
}

function RowButtons(props: CollectionRowProps) {
  const { list, row, index, isLast, canAdd, canRemove, announce, onRemove } = props;
  const store = useFormStore();
  const name = `${widgetName(list)} ${index + 1}`;
  const move = (event: MouseEvent<HTMLButtonElement>, to: number) => {
    const button = event.currentTarget;
    moveRow(props, store, to);
    // The button moved with its row; at an end of the list it is disabled and cannot keep the focus.
    if (button.disabled) focusElement(store.rowId(row));
    else button.focus();
  };
  const duplicate = () => {
    const copy = flushSync(() => store.duplicateRow(row));
    announce(`${widgetName(list)} ${copy.index + 1} added`);
    focusFirstField(store.rowId(copy));
  };
  const remove = () => {
    const rows = row.parent ? rowsOfList(row.parent, list) : [];
    const next = rows[index + 1] ?? rows[index - 1];
    flushSync(() => store.removeRow(row));
    announce(`${name} removed`);
    onRemove(row);
    focusElement(next ? store.rowId(next) : row.parent ? store.elementId(list, row.parent) : '');
  };
  return (
    <span className={styles.buttons}>
      <MoveButtons name={name} index={index} isLast={isLast} onMove={move} />
      <Button kind="quiet" aria-label={`Duplicate ${name}`} disabled={!canAdd} onClick={duplicate}>
        <Icon name="copy" size={16} />
      </Button>
      <Button kind="quiet" aria-label={`Remove ${name}`} disabled={!canRemove} onClick={remove}>
        <Icon name="close" size={16} />
      </Button>
    </span>
  );
}
