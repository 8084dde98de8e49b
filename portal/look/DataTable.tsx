import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './DataTable.module.css';
import { Icon } from './Icon.tsx';
import { directionIn, turned } from './sorts.ts';
import { useRowKeys } from './useRowKeys.ts';
import { whenIdle } from './whenIdle.ts';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** What to sort by, when it can be: `name`, or with what comes second, `status,-updatedAt`. */
  sort?: string;
  /** What its cells show in second place, with the field to sort by that. */
  second?: { title: string; sort: string };
  /** Left out where there is little room; say what matters of it in the first column's `below`. */
  isWideOnly?: boolean;
  isNumber?: boolean;
};

/**
 * Rows that open as a whole: the first cell holds the row's one link, stretched over it. j and k move, Enter opens.
 * `isStale` keeps old rows, soft, while new ones are on their way.
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
}: {
  caption: string;
  columns: [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  hrefOf: (row: Row) => string;
  /** A second line in the first cell, for what narrow screens leave out. */
  below?: (row: Row) => ReactNode;
  /** What can be done with a row: over its end, while the pointer or the focus is in it. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** As in the API: `name`, `-updatedAt`. */
  sort?: string;
  onSort?: (sort: string) => void;
  isStale?: boolean;
}) {
  const body = useRowKeys();
  const [first, ...others] = columns;
  return (
    <table className={styles.table} aria-busy={isStale}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <MetRow key={row.id} actions={actions && (() => actions(row))}>
            {(ends) => (
              <>
                <td>
                  <Link className={styles.open} to={hrefOf(row)}>
                    {first.cell(row)}
                  </Link>
                  {below && <div className={styles.below}>{below(row)}</div>}
                  {ends && <div className={styles.actions}>{ends}</div>}
                </td>
                {others.map((column) => (
                  <td key={column.key} className={cellClass(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </>
            )}
          </MetRow>
        ))}
      </tbody>
    </table>
  );
}

/** A row whose actions are there from when the pointer or the focus was first in it: most rows are only read. */
function MetRow({
  actions,
  children,
}: {
  actions: (() => ReactNode) | undefined;
  children: (actions: ReactNode) => ReactNode;
}) {
  const [isMet, setMet] = useState(false);
  const [isPointed, setPointed] = useState(false);
  // What the press on a row leads to comes first.
  useEffect(() => (isPointed ? whenIdle(() => setMet(true)) : undefined), [isPointed]);
  const point = () => setPointed(true);
  return (
    // Below a pointer that rests there a row is met as soon as that moves.
    <tr
      onPointerEnter={point}
      onPointerMove={point}
      onFocus={({ target }) => target.matches(':focus-visible') && setMet(true)}
    >
      {children(isMet && actions?.())}
    </tr>
  );
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const { title, sort: field, second } = column;
  if (!field || !onSort) {
    return (
      <th scope="col" className={cellClass(column)}>
        {title}
      </th>
    );
  }
  const offered = [{ title, sort: field }, ...(second ? [second] : [])];
  const sorted = offered.map((each) => directionIn(sort, each.sort)).find(Boolean);
  return (
    <th scope="col" className={cellClass(column)} aria-sort={sorted}>
      {offered.map((each) => {
        const direction = directionIn(sort, each.sort);
        return (
          <button
            key={each.sort}
            type="button"
            className={styles.sort}
            onClick={() => onSort(direction === 'ascending' ? turned(each.sort) : each.sort)}
          >
            <span>{each.title}</span>
            {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={16} />}
          </button>
        );
      })}
    </th>
  );
}

function cellClass<Row>({ isWideOnly, isNumber }: Column<Row>): string | undefined {
  return [isWideOnly && styles.wideOnly, isNumber && styles.number].filter(Boolean).join(' ') || undefined;
}
