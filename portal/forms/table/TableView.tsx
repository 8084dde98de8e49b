import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import type { FormWidget } from '#schemas/forms/form.ts';
import { rowLimits } from '#schemas/forms/kinds/inside.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { showPopover } from '../../look/browserSupport.ts';
import { Icon, type IconName } from '../../look/Icon.tsx';
import { ErrorList } from '../fields/ErrorList.tsx';
import frame from '../fields/Field.module.css';
import { LabelText } from '../fields/FieldFrame.tsx';
import { positionTooltip } from '../fields/TooltipPopover.tsx';
import { useField } from '../fields/useField.ts';
import { isLarge } from '../isLarge.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import { ChangeMarksContext } from '../marks/marks.ts';
import { pasteRows } from '../paste/pasteRows.ts';
import { LazyPasteSummary, usePaste } from '../paste/usePaste.ts';
import { useFieldCell, useFormStore } from '../store/hooks.ts';
import { useReveal } from '../store/problemHooks.ts';
import { usePrinting } from '../store/usePrinting.ts';
import { AddRowButton, CollectionView } from '../widgets/CollectionView.tsx';
import { Heading } from '../widgets/Heading.tsx';
import { LazyUndoRemovedRow } from '../widgets/lazyUndoRemovedRow.ts';
import { focusElement } from '../widgets/rowFocus.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import { WidgetDescription } from '../widgets/WidgetDescription.tsx';
import { caretPosition, cellMoveFor, closestCell, focusCell } from './cellNavigation.ts';
import { type FormTableColumn, hasGroups, tableColumns } from './columns.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow, type TableRowProps } from './TableRow.tsx';
import { TotalsFoot, TotalsList } from './TableTotals.tsx';
import styles from './TableView.module.css';
import { useNarrowForm, useVisibleRange } from './tableLayout.ts';

/** From this number of rows, a table scrolls in its own box under a sticky header and virtualizes its rows. */
const longTable = 30;

/** An editable table with a column per field; in a narrow form each row is a card with its fields below each other. */
export function TableView({ widget, row }: ViewProps<'table'>) {
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrowForm(place);
  const isPrinting = usePrinting();
  // On the canvas of the form designer columns are moved by dragging.
  const isCanvas = use(ChangeMarksContext)?.areModalsInline === true;
  const { rows } = useFieldCell(widget, row);
  // Cards are not virtualized.
  if (widget.config.presentation === 'matrix' && !isCanvas)
    return (
      <div ref={place} className={styles.place}>
        <MatrixView widget={widget} row={row} isNarrow={isNarrow && !isPrinting} />
      </div>
    );
  const isWide = !isNarrow || isPrinting || isCanvas || rows.length > maxCards;
  return (
    <div ref={place} className={styles.place}>
      {isWide ? <WideTable widget={widget} row={row} /> : <CollectionView widget={widget} row={row} />}
      {!isWide && widget.config.totals.length > 0 && <TotalsList widget={widget} row={row} />}
    </div>
  );
}

/** Lazy: few tables are matrices. */
const MatrixView = lazyComponent(async () => (await import('./MatrixView.tsx')).MatrixView);

/** The most rows that are cards; longer tables scroll sideways. */
const maxCards = 100;

/** A table as a data grid, operated like a spreadsheet. */
function WideTable({ widget, row }: ViewProps<'table'>) {
  const store = useFormStore();
  const { rows } = useFieldCell(widget, row);
  const { isReadOnly, isRequired, messages, waived, id } = useField(widget, row);
  const table = useRef<HTMLTableElement>(null);
  const [announcement, announce] = useState('');
  const [revealed, setRevealed] = useState<Row>();
  const columns = useMemo(() => tableColumns(widget), [widget]);
  const isTwofold = widget.config.splitHeader && hasGroups(columns);
  const headRows = isTwofold ? 2 : 1;
  const { least, most: max } = rowLimits(widget.config);
  const { config } = widget;
  const name = widgetName(widget);
  const isLong = rows.length > longTable;
  const isTableNear = useVisibleRange(table, !isLarge(store.form));
  const reveal = useCallback((inside: Row) => flushSync(() => setRevealed(inside)), []);
  useReveal(widget, row, reveal);
  const actions = useRowActions({ list: widget, least, max, reveal, announce });
  const addRow = () => store.addRow(widget, row);
  const add = () => {
    if (isReadOnly || rows.length >= max) return undefined;
    return flushSync(() => {
      const added = addRow();
      announce(`${name} ${added.index + 1} added`);
      setRevealed(added);
      return added;
    });
  };
  const keys = useCellKeys({
    table,
    rows,
    columns: columns.length,
    reveal,
    addRow: add,
    moveRow: isReadOnly ? () => undefined : actions.move,
  });
  const { onPaste, pasted, forgetPasted } = usePaste({
    rows,
    maxRows: isReadOnly ? rows.length : max,
    addRow,
    announce,
    paste: pasteRows,
    find: (element) => {
      const at = closestCell(element, table.current);
      const first = rows.findIndex((each) => store.rowId(each) === at?.rowId);
      if (!at || first < 0) return undefined;
      return { first, columns: columns.slice(at.column).map((column) => column.widget) };
    },
  });
  return (
    <section className={styles.section} id={id} tabIndex={-1} aria-label={name}>
      {!config.frameless && (
        <Heading widget={widget} tipId={`${id}-tip`}>
          <LabelText widget={widget} isRequired={isRequired} />
        </Heading>
      )}
      <WidgetDescription widget={widget} />
      <ErrorList widget={widget} row={row} messages={messages} waived={waived} />
      <div className={`${styles.box} ${config.frameless ? '' : styles.framed}`} data-long={isLong || undefined}>
        <table
          ref={table}
          className={styles.table}
          aria-label={name}
          aria-rowcount={rows.length + headRows}
          style={styleOf(widget.config, columns)}
          onKeyDown={keys}
          onPaste={onPaste}
        >
          <colgroup>
            <col className={styles.gutter} />
            {columns.map((column) => (
              <col key={column.widget.number} style={{ width: `${shareOf(column, columns)}%` }} />
            ))}
            {!isReadOnly && <col className={styles.gutter} />}
          </colgroup>
          <TableHead
            id={id}
            columns={columns}
            isShown={config.showHeader}
            isTwofold={isTwofold}
            hasActions={!isReadOnly}
          />
          {partsOf(rows, isLong).map((part, number) => (
            <VirtualRowBlock
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks of rows are identified by position only.
              key={number}
              list={widget}
              id={id}
              rows={part}
              first={number * rowBlockSize}
              headRows={headRows}
              columns={columns}
              isAlwaysRendered={!isLong || (revealed !== undefined && part.includes(revealed))}
              isTableNear={isTableNear}
              openActions={isReadOnly ? null : actions.open}
            />
          ))}
          {config.totals.length > 0 && (
            <TotalsFoot widget={widget} row={row} columns={columns} hasActions={!isReadOnly} />
          )}
        </table>
      </div>
      {!isReadOnly && (
        <AddRowButton
          name={name}
          rowCount={rows.length}
          most={max}
          onAdd={() => {
            const added = add();
            if (added) focusCell({ rowId: store.rowId(added), column: 0 });
          }}
        />
      )}
      {actions.removed.length > 0 && rows.length < max && (
        <LazyUndoRemovedRow removed={actions.removed} onRestored={actions.setRemoved} />
      )}
      {pasted && <LazyPasteSummary pasted={pasted} onClose={forgetPasted} />}
      {actions.menu && <RowMenu {...actions.menu} />}
      <p className={frame.unseen} role="status">
        {announcement}
      </p>
    </section>
  );
}

/** Splits the rows into blocks for virtualization; a short table is a single block. */
function partsOf(rows: readonly Row[], isLong: boolean): (readonly Row[])[] {
  if (!isLong) return [rows];
  const count = Math.ceil(rows.length / rowBlockSize);
  return Array.from({ length: count }, (_, number) => rows.slice(number * rowBlockSize, (number + 1) * rowBlockSize));
}

function styleOf(config: ViewProps<'table'>['widget']['config'], columns: readonly FormTableColumn[]): CSSProperties {
  return {
    '--column-divider': config.columnDividerStyle,
    '--row-divider': config.rowDividerStyle,
    '--table-columns': columns.length,
  };
}

/** A column's share of the width, in percent. */
function shareOf({ ratio }: FormTableColumn, columns: readonly FormTableColumn[]): number {
  return (100 * ratio) / columns.reduce((sum, column) => sum + column.ratio, 0);
}

interface TableRowsProps extends Omit<TableRowProps, 'row' | 'index'> {
  rows: readonly Row[];
  /** The index of the first of these rows. */
  first: number;
  /** Always rendered, even off-screen. */
  isAlwaysRendered: boolean;
  /** The table is in or near the viewport. */
  isTableNear: boolean;
}

/** The number of rows that are rendered or unrendered together (virtualization). */
const rowBlockSize = 10;

/** The estimated height of an unrendered row, in pixels. */
const expectedRow = 34;

/**
 * A block of virtualized table rows. It is rendered while it is near the viewport, contains the focus or the page is
 * printing; otherwise a placeholder row keeps its height. Of a table far outside the viewport only the first block is
 * rendered.
 */
function VirtualRowBlock({ rows, first, isAlwaysRendered, isTableNear, ...shared }: TableRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRef(expectedRow);
  const isNear = useVisibleRange(body, first < 2 * rowBlockSize, boxAround);
  const [hasFocus, setFocus] = useState(false);
  const isPrinting = usePrinting();
  const isRendered = (isNear && (isTableNear || first === 0)) || hasFocus || isAlwaysRendered || isPrinting;
  useEffect(() => {
    if (isRendered && body.current && rows.length > 0) rowHeight.current = body.current.offsetHeight / rows.length;
  });
  return (
    <tbody
      ref={body}
      onFocus={() => setFocus(true)}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
      }}
    >
      {isRendered ? (
        rows.map((row, index) => <TableRow key={row.id} row={row} index={first + index} {...shared} />)
      ) : (
        <tr>
          <td colSpan={shared.columns.length + 2} style={{ height: rows.length * rowHeight.current }} />
        </tr>
      )}
    </tbody>
  );
}

const boxAround = (element: Element) => element.closest('[data-long]');

interface CellKeys {
  table: RefObject<HTMLTableElement | null>;
  rows: readonly Row[];
  columns: number;
  /** Renders a virtualized row. */
  reveal: (row: Row) => void;
  /** Adds a row at the end, for Enter in the last one; returns undefined at the row limit. */
  addRow: () => Row | undefined;
  moveRow: (row: Row, to: number) => void;
}

/** Returns the keydown handler of a table: cell navigation, and Alt+Shift with arrow keys to move the row. */
function useCellKeys({ table, rows, columns, reveal, addRow, moveRow }: CellKeys) {
  const store = useFormStore();
  return (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || !(event.target instanceof Element)) return;
    const at = closestCell(event.target, table.current);
    const index = rows.findIndex((row) => store.rowId(row) === at?.rowId);
    const row = rows[index];
    if (!at || !row) return;
    if (event.altKey && event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      moveRow(row, index + (event.key === 'ArrowUp' ? -1 : 1));
      focusCell(at);
      return;
    }
    if (event.key === 'F2') return moveCaretToEnd(event.target);
    if (event.target.matches(event.key === 'Enter' ? enterTargets : arrowTargets)) return;
    const move = cellMoveFor(event, caretPosition(event.target));
    if (!move) return;
    event.preventDefault();
    const target = Math.max(0, Math.min(index + move.rows, rows.length));
    const isJump = !Number.isFinite(move.rows);
    const next =
      rows[isJump ? Math.min(target, rows.length - 1) : target] ?? (event.key === 'Enter' ? addRow() : undefined);
    const column = Math.max(0, Math.min(at.column + move.columns, columns - 1));
    if (!next) return;
    reveal(next);
    focusCell({ rowId: store.rowId(next), column });
  };
}

/** Elements that handle a key themselves: Enter activates these, and arrow keys move within a radio group. */
const enterTargets = 'button, a[href], [type="file"]';
const arrowTargets = '[type="radio"]';

/** F2 puts the caret at the end of the text to continue typing. */
function moveCaretToEnd(target: Element): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (target.selectionStart !== null) target.setSelectionRange(target.value.length, target.value.length);
}

interface RowActionsOptions {
  list: FormWidget<'table'>;
  least: number;
  max: number;
  reveal: (row: Row) => void;
  announce: (message: string) => void;
}

/** The actions on table rows, and the state of the row menu that offers them. */
function useRowActions({ list, least, max, reveal, announce }: RowActionsOptions) {
  const store = useFormStore();
  const [menuTarget, setMenuTarget] = useState<{ row: Row; button: HTMLElement }>();
  const [removed, setRemoved] = useState<readonly Row[]>([]);
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
    setRemoved((before) => [...before, row]);
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
  return { open, move, menu, removed, setRemoved };
}

/** An entry of the row menu. */
interface RowAction {
  label: string;
  icon: IconName;
  isPossible: boolean;
  /** The keyboard shortcut in a cell of the row. */
  keys?: string;
  act: () => void;
}

interface RowMenuProps {
  /** The menu's accessible name. */
  name: string;
  button: HTMLElement;
  actions: readonly RowAction[];
  onClose: () => void;
}

/** The popover menu with a table row's actions. Escape and a click outside close it. */
function RowMenu({ name, button, actions, onClose }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return undefined;
    showPopover(element);
    positionTooltip(element, button, 'left');
    element.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    const handleToggle = (event: ToggleEvent) => event.newState === 'closed' && onClose();
    element.addEventListener('toggle', handleToggle);
    return () => element.removeEventListener('toggle', handleToggle);
  }, [button, onClose]);
  const handleKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
    if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault();
      onClose();
      button.focus();
    }
    if (by === undefined) return;
    event.preventDefault();
    const at = items.findIndex((item) => item.matches(':focus'));
    items[(at + by + items.length) % items.length]?.focus();
  };
  return (
    <div ref={menu} popover="auto" role="menu" aria-label={name} className={styles.menu} onKeyDown={handleKeyDown}>
      {actions.map(({ label, icon, isPossible, keys, act }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          disabled={!isPossible}
          aria-keyshortcuts={keys}
          onClick={() => {
            onClose();
            act();
          }}
        >
          <Icon name={icon} size={16} /> <span>{label}</span>
          {keys && <span className={styles.keys}>{keys.replaceAll('Arrow', '')}</span>}
        </button>
      ))}
    </div>
  );
}
