import { maxBulkIds, maxBulkMatches } from '#schemas/bulk/bulk-jobs.ts';
import type { Page } from '../api/queries.ts';
import type { QueryValue } from '../api/request.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { Button } from '../look/Button.tsx';
import type { BulkSelection } from './BulkJob.tsx';
import { ExportButton } from './ExportButton.tsx';
import styles from './SelectionBar.module.css';

/** The selected rows of a list by id, in the order in which they were selected, on all of its pages. */
export interface SelectedRows<Row> {
  rows: ReadonlyMap<string, Row>;
  /** The row that a range starts from: the one that was selected or cleared last; without it, the one selected last. */
  anchor?: string;
  /** Whether everything that matches the list's filter is selected, loaded or not. */
  isAll?: boolean;
}

/**
 * The selection after a click on a row's checkbox. With `isRange`, all rows between the anchor and this one get the
 * new state of this one; without a visible anchor only this one does. Clearing one row of everything that matches
 * leaves the other visible ones.
 */
export function toggleRow<Row extends { id: string }>(
  before: SelectedRows<Row>,
  { visible, row, isRange }: { visible: readonly Row[]; row: Row; isRange: boolean },
): SelectedRows<Row> {
  const next = before.isAll ? new Map(visible.map((each) => [each.id, each])) : new Map(before.rows);
  const isSelected = !next.has(row.id);
  const at = visible.findIndex(({ id }) => id === row.id);
  const { anchor = [...before.rows.keys()].at(-1) } = before;
  const from = isRange ? visible.findIndex(({ id }) => id === anchor) : -1;
  const range = from === -1 ? [row] : visible.slice(Math.min(at, from), Math.max(at, from) + 1);
  for (const each of range) {
    if (isSelected) next.set(each.id, each);
    else next.delete(each.id);
  }
  return { rows: next, anchor: row.id };
}

/** An export by ids must fit into an address. */
const maxExportIds = 300;

const number = (count: number) => count.toLocaleString('en-US');

type Query = Record<string, QueryValue>;

/** What the actions for a selection need. */
export interface SelectedRecords {
  selection: BulkSelection;
  count: number;
  /** Whether these are more than one bulk job can change. */
  isTooMany: boolean;
}

interface SelectionBarProps<Row> {
  /** The plural of what the list shows, such as `orders`. */
  things: string;
  selection: SelectedRows<Row>;
  onSelect: (selection: SelectedRows<Row> | undefined) => void;
  page: Pick<Page<Row>, 'pagination' | 'results'> | undefined;
  /** The list's path below /api, and its query, which selects everything that matches. */
  path: string;
  query: Query;
  /** The query that selects records by id. */
  queryOfIds?: (ids: string[]) => Query;
  /** What the export requests besides: columns and references to write as names. */
  csv: Query;
  /** A summary of the selected rows, after their count. */
  summary?: ElementSlot;
  /** The actions for the selected records. */
  children?: (selected: SelectedRecords) => ElementSlot;
}

/** The bar below a list while rows are selected: how many, the export and the list's own actions. */
export function SelectionBar<Row extends { id: string }>({
  things,
  selection,
  onSelect,
  page,
  path,
  query,
  queryOfIds = (id) => ({ id, sort: query.sort }),
  csv,
  summary,
  children,
}: SelectionBarProps<Row>) {
  const visible = page?.results ?? [];
  const total = page?.pagination.total ?? 0;
  const ids = [...selection.rows.keys()];
  const count = selection.isAll ? total : ids.length;
  const isPageSelected = visible.every(({ id }) => selection.rows.has(id));
  const selected: BulkSelection = selection.isAll ? { query: textsOf(query) } : { ids };
  const isTooMany = !selection.isAll && count > maxBulkIds;
  const isTooWide = page?.pagination.totalIsMinimum ?? false;
  const selectPage = () =>
    onSelect({ ...selection, rows: new Map([...selection.rows, ...visible.map((each) => [each.id, each] as const)]) });
  if (count === 0) return null;
  return (
    <section className={styles.bar} aria-label={`Selected ${things}`}>
      <p role="status" className={styles.count}>
        <span>{selection.isAll ? `All ${number(count)} selected` : `${number(count)} selected`}</span>
        {!selection.isAll && summary}
        {isTooMany && children && <span>{`At most ${number(maxBulkIds)} can be changed at once`}</span>}
      </p>
      <Button kind="quiet" aria-label="Clear selection" onClick={() => onSelect(undefined)}>
        Clear
      </Button>
      <div className={styles.line}>
        {!selection.isAll && !isPageSelected && (
          <Button kind="quiet" onClick={selectPage}>
            {`Select all ${visible.length} on this page`}
          </Button>
        )}
        {!selection.isAll && total > visible.length && (
          <Button kind="quiet" onClick={() => onSelect({ ...selection, isAll: true })} disabled={isTooWide}>
            {isTooWide ? `More than ${number(maxBulkMatches)} match` : `Select all ${number(total)} that match`}
          </Button>
        )}
        <div className={styles.actions}>
          {(selection.isAll || count <= maxExportIds) && (
            <ExportButton
              key={JSON.stringify(selected)}
              path={path}
              query={{ ...(selection.isAll ? query : queryOfIds(ids)), ...csv }}
              total={count}
            />
          )}
          {children?.({ selection: selected, count, isTooMany })}
        </div>
      </div>
    </section>
  );
}

/** A list query as texts, without empty values, as the address of a request has them. */
function textsOf(query: Query): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
