import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isTyping, useKeydown } from '../keys/useShortcut.ts';
import styles from './DataTable.module.css';
import { Icon } from './Icon.tsx';
import { RelativeTime } from './RelativeTime.tsx';
import { runWhenIdle } from './runWhenIdle.ts';
import { reverseSort, sortDirection } from './sortOrder.ts';

/** A column of a `DataTable`. */
export type DataTableColumn<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** The sort key of the column, if sortable: `name`, or with a secondary key, `status,-updatedAt`. */
  sort?: string;
  /** A second value shown in the cells, with its own sort key. */
  secondarySort?: { title: string; sort: string };
  /** Hidden on narrow screens; repeat what matters in the first column's `below`. */
  isWideOnly?: boolean;
  isNumber?: boolean;
};

/** The selected rows of a `DataTable`, with a checkbox in each row. */
export type RowSelection<Row> = {
  has: (id: string) => boolean;
  /** Names a row for its checkbox. */
  nameOf: (row: Row) => string;
  /** Selects or clears a row, with Shift all rows since the last one. */
  toggle: (row: Row, isRange: boolean) => void | Promise<void>;
};

/** The column with the time of a record's last change. */
export const updatedColumn = {
  key: 'updatedAt',
  title: 'Updated',
  isWideOnly: true,
  cell: ({ updatedAt }: { updatedAt: string }) => <RelativeTime instant={updatedAt} />,
};

/**
 * A sortable data table whose rows are links: the first cell contains the link, stretched over the row. j and k move
 * between rows, x selects one (with Shift a range), Enter opens it. `isStale` dims the old rows while new ones load.
 */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  hrefOf,
  below,
  actions,
  sort,
  onSort,
  isStale = false,
  selection,
}: {
  caption: string;
  columns: [DataTableColumn<Row>, ...DataTableColumn<Row>[]];
  rows: readonly Row[];
  hrefOf: (row: Row) => string;
  /** A second line in the first cell, for the columns that narrow screens hide. */
  below?: (row: Row) => ReactNode;
  /** The row's actions, shown at its end on hover and focus, in a column of their own. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** The current sort, as in the API: `name`, `-updatedAt`. */
  sort?: string;
  onSort?: (sort: string) => void;
  isStale?: boolean;
  selection?: RowSelection<Row> | undefined;
}) {
  const body = useRowNavigation();
  const [first, ...others] = columns;
  return (
    <table className={styles.table} aria-busy={isStale} data-selectable={selection ? '' : undefined}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          {actions && (
            <th scope="col" className={styles.actions}>
              <span className={styles.caption}>Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <LazyActionsRow key={row.id} actions={actions && (() => actions(row))}>
            {(rowActions) => (
              <>
                <td>
                  <Link className={styles.open} to={hrefOf(row)}>
                    {first.cell(row)}
                  </Link>
                  {below && <div className={styles.below}>{below(row)}</div>}
                  {selection && rowCheckbox(selection, row)}
                </td>
                {others.map((column) => (
                  <td key={column.key} className={cellClass(column)}>
                    {column.cell(row)}
                  </td>
                ))}
                {actions && <td className={styles.actions}>{rowActions}</td>}
              </>
            )}
          </LazyActionsRow>
        ))}
      </tbody>
    </table>
  );
}

/** Renders the checkbox that selects a row, for the row's first cell. */
export const rowCheckbox = <Row extends { id: string }>(selection: RowSelection<Row>, row: Row) => (
  <label className={styles.select}>
    <input
      type="checkbox"
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={selection.has(row.id)}
      readOnly
      onClick={({ shiftKey }) => void selection.toggle(row, shiftKey)}
    />
  </label>
);

/** A row that renders its actions after the first hover or focus, because most rows are only read. */
function LazyActionsRow({
  actions,
  children,
}: {
  actions: (() => ReactNode) | undefined;
  children: (actions: ReactNode) => ReactNode;
}) {
  const [hasActions, setHasActions] = useState(false);
  const [isHovered, setHovered] = useState(false);
  // Wait until the browser is idle, so that a click on the row is handled first.
  useEffect(() => (isHovered ? runWhenIdle(() => setHasActions(true)) : undefined), [isHovered]);
  const startHover = () => setHovered(true);
  return (
    // A row that appears under a resting pointer gets no `pointerenter`, so listen for moves, too.
    <tr
      onPointerEnter={startHover}
      onPointerMove={startHover}
      onFocus={({ target }) => target.matches(':focus-visible') && setHasActions(true)}
    >
      {children(hasActions && actions?.())}
    </tr>
  );
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: DataTableColumn<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const { title, sort: field, secondarySort } = column;
  if (!field || !onSort) {
    return (
      <th scope="col" className={cellClass(column)}>
        {title}
      </th>
    );
  }
  const sortOptions = [{ title, sort: field }, ...(secondarySort ? [secondarySort] : [])];
  const ariaSort = sortOptions.map((each) => sortDirection(sort, each.sort)).find(Boolean);
  return (
    <th scope="col" className={cellClass(column)} aria-sort={ariaSort}>
      {sortOptions.map((each) => {
        const direction = sortDirection(sort, each.sort);
        return (
          <button
            key={each.sort}
            type="button"
            className={styles.sort}
            onClick={() => onSort(direction === 'ascending' ? reverseSort(each.sort) : each.sort)}
          >
            <span>{each.title}</span>
            {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={16} />}
          </button>
        );
      })}
    </th>
  );
}

function cellClass<Row>({ isWideOnly, isNumber }: DataTableColumn<Row>): string | undefined {
  return [isWideOnly && styles.wideOnly, isNumber && styles.number].filter(Boolean).join(' ') || undefined;
}

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * Keyboard navigation of a table: j and k move the focus between the rows of the table body that gets the ref, unless
 * the user is typing.
 */
function useRowNavigation(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  useKeydown((event) => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (key === 'x' || key === 'X')
      body.current
        ?.querySelector('tr:focus-within input')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));
    const step = steps[key];
    if (step === undefined) return;
    const links = [...(body.current?.querySelectorAll('tr > td:first-child > a') ?? [])];
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const next = links[Math.min(Math.max(0, at + step), links.length - 1)];
    if (next instanceof HTMLElement) next.focus();
  });
  return body;
}
