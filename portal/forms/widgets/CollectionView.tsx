import { type KeyboardEvent, type MouseEvent, memo, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { isHiddenHere, type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, ValidWidget } from '#schemas/forms/form.ts';
import { rowLimits } from '#schemas/forms/kinds/inside.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { MoveButtons } from '../../look/MoveButtons.tsx';
import { ErrorList } from '../fields/ErrorList.tsx';
import field from '../fields/Field.module.css';
import { LabelText } from '../fields/FieldFrame.tsx';
import { useField } from '../fields/useField.ts';
import { LazyPasteSummary, usePaste } from '../paste/usePaste.ts';
import type { FormStore } from '../store/formStore.ts';
import { useFieldCell, useFormStore } from '../store/hooks.ts';
import addRowButtonStyles from './AddRowButton.module.css';
import styles from './CollectionView.module.css';
import { WidgetRows } from './ContainerView.tsx';
import { Heading } from './Heading.tsx';
import { LazyUndoRemovedRow } from './lazyUndoRemovedRow.ts';
import { focusElement, focusFirstField } from './rowFocus.ts';
import type { ViewProps } from './viewProps.ts';
import { WidgetDescription } from './WidgetDescription.tsx';

/**
 * From this number of rows, off-screen rows skip layout (`content-visibility`). Below it there is no gain, and
 * find-in-page works better.
 */
const longList = 30;

/** A repeatable group of fields: rows can be added, removed and reordered within the form's limits. */
export function CollectionView({ widget, row }: ViewProps<'collection'> | ViewProps<'table'>) {
  const store = useFormStore();
  const { rows } = useFieldCell(widget, row);
  const { isReadOnly, isRequired, messages, waived, id } = useField(widget, row);
  const [announcement, announce] = useState('');
  const [removed, setRemoved] = useState<readonly Row[]>([]);
  const addRemoved = useCallback((gone: Row) => setRemoved((before) => [...before, gone]), []);
  const { frameless } = widget.config;
  const boxed = widget.type === 'table' || widget.config.boxed;
  const { least, most } = rowLimits(widget.config);
  const name = widgetName(widget);
  const add = () => {
    const added = flushSync(() => store.addRow(widget, row));
    announce(`${name} ${added.index + 1} added`);
    focusFirstField(store.rowId(added));
  };
  const find = (element: Element) => {
    const first = rows.findIndex((each) => element.closest(`[id="${store.rowId(each)}"]`));
    const inRow = rows[first];
    if (!inRow) return undefined;
    const fields = fieldsOf(widget, inRow);
    const at = fields.findIndex((each) => store.elementId(each, inRow) === element.id);
    return at < 0 ? undefined : { first, columns: fields.slice(at) };
  };
  const { onPaste, pasted, forgetPasted } = usePaste({
    rows,
    maxRows: isReadOnly ? rows.length : most,
    addRow: () => store.addRow(widget, row),
    announce,
    find,
    paste: async (...target) => (await import('../paste/pasteRows.ts')).pasteRows(...target),
  });
  return (
    <section className={styles.collection} id={id} tabIndex={-1} aria-label={name}>
      {!frameless && (
        <Heading widget={widget} tipId={`${id}-tip`}>
          <LabelText widget={widget} isRequired={isRequired} />
        </Heading>
      )}
      <WidgetDescription widget={widget} />
      <ErrorList widget={widget} row={row} messages={messages} waived={waived} />
      <ol className={styles.rows} onPaste={onPaste} data-long={rows.length > longList || undefined}>
        {rows.map((each, index) => (
          <CollectionRow
            key={each.id}
            list={widget}
            row={each}
            index={index}
            isBoxed={boxed && !frameless}
            isLocked={isReadOnly}
            isLast={index === rows.length - 1}
            canAdd={rows.length < most}
            canRemove={rows.length > least}
            announce={announce}
            onRemove={addRemoved}
          />
        ))}
      </ol>
      {!isReadOnly && <AddRowButton name={name} rowCount={rows.length} most={most} onAdd={add} />}
      {removed.length > 0 && rows.length < most && <LazyUndoRemovedRow removed={removed} onRestored={setRemoved} />}
      {pasted && <LazyPasteSummary pasted={pasted} onClose={forgetPasted} />}
      <p className={field.unseen} role="status">
        {announcement}
      </p>
    </section>
  );
}

/** The visible fields of a row in reading order; nested lists and modals handle their own. */
function fieldsOf(list: ValidWidget, row: Row): ValidWidget[] {
  return list.rows.flatMap(({ columns }) => columns.flatMap(({ widget }) => fieldsIn(widget, row)));
}

function fieldsIn(widget: AnyWidget, row: Row): ValidWidget[] {
  if (widget.type === 'broken' || widget.config.hidden || isHiddenHere(widget, row)) return [];
  if (widget.type === 'container') return fieldsOf(widget, row);
  return widgetKinds[widget.type].holds === 'value' ? [widget] : [];
}

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
const CollectionRow = memo(function CollectionRow(props: CollectionRowProps) {
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

interface AddRowButtonProps {
  /** The name of a row. */
  name: string;
  rowCount: number;
  /** The most rows that the list may have. */
  most: number;
  onAdd: () => void;
}

/** The button below a list that adds a row. Once the list is full, it is disabled and the limit stands beside it. */
export function AddRowButton({ name, rowCount, most, onAdd }: AddRowButtonProps) {
  const isFull = rowCount >= most;
  return (
    <div className={addRowButtonStyles.foot}>
      <Button onClick={onAdd} disabled={isFull}>
        <Icon name="plus" size={16} /> <span>{`Add ${name}`}</span>
      </Button>
      {isFull && <span className={addRowButtonStyles.limit}>{`${most} at most`}</span>}
    </div>
  );
}
