import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Report } from '#schemas/generated/types.ts';
import { rangeKindOf, reportFields, rowsPath, textInField } from '#schemas/reports/report-config.ts';
import { maxSortedRows } from '#schemas/reports/report-settings.ts';
import type { SummaryResponse } from '#schemas/reports/report-summary.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { useRowSelection } from '../lists/listState.ts';
import { type RowSelection, rowCheckbox } from '../look/DataTable.tsx';
import { Icon } from '../look/Icon.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Pagination } from '../look/Pagination.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import styles from './ReportRows.module.css';
import { columnsOf, type ReportViewRow, rowsOf, rowsPerPage, rowsQuery } from './reportQueries.ts';
import type { ShownReport } from './useReportSettings.ts';

/** Loaded when the first row is selected. */
const SelectionBar = lazyComponent(async () => (await import('../lists/SelectionBar.tsx')).SelectionBar);

interface ReportRowsProps {
  report: Report;
  shown: ShownReport;
  fields: Field[];
  summary: SummaryResponse | undefined;
}

/** The rows of a report: a paged table with selectable columns. */
export function ReportRows({ report, shown, fields, summary }: ReportRowsProps) {
  const heading = useId();
  const { settings, page, hrefOfPage } = shown;
  const rows = useQuery(rowsOf(report, settings, fields, page));
  const head = useArrivalAtRows();
  const total = summary?.rows ?? 0;
  const totalIsMinimum = summary?.countedTo !== null;
  const query = rowsQuery(settings, report.kind);
  const { selection, onSelect, checkboxes } = useRowSelection(query);
  const nameOf = ({ values }: ReportViewRow) =>
    `row: ${fields
      .map((field) => textInField(field, values))
      .filter(Boolean)
      .slice(0, 3)
      .join(', ')}`;
  return (
    <section className={styles.rows} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading} ref={head} tabIndex={-1} className={styles.title}>
          Rows
        </h2>
        <ColumnChoice report={report} shown={shown} fields={fields} />
      </div>
      {rows.error && <LoadError error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.isPending && <Skeleton lines={10} />}
      {rows.data?.length === 0 && page === 0 && (
        <p className={styles.soft}>
          {Object.keys(settings.filters).length > 0
            ? 'No rows match. Remove a filter to see more.'
            : report.kind === 'Order'
              ? 'There are no orders that you have access to.'
              : 'There are no rows that you have access to. Imports add rows.'}
        </p>
      )}
      {rows.data && rows.data.length > 0 && (
        <RowTable
          fields={fields}
          rows={rows.data}
          isStale={rows.isPlaceholderData}
          sort={settings.sort}
          selection={checkboxes(rows.data, nameOf)}
          // The server does not sort larger results.
          {...(isSortable(summary) ? { onSort: (sort: string) => shown.show((now) => ({ ...now, sort })) } : {})}
        />
      )}
      {total > 0 && (
        <Pagination page={page} limit={rowsPerPage} total={total} totalIsMinimum={totalIsMinimum} hrefOf={hrefOfPage} />
      )}
      {selection && (
        <SelectionBar
          things={report.kind === 'Order' ? 'orders' : 'rows'}
          path={`reports/${report.id}/${rowsPath(report.kind)}`}
          page={{ pagination: { page, limit: rowsPerPage, total, totalIsMinimum }, results: rows.data ?? [] }}
          queryOfIds={(id) => ({ ...query, filter: JSON.stringify({ id }) })}
          csv={{ columns: columnsOf(report.kind, fields) }}
          {...{ selection, onSelect, query }}
        />
      )}
    </section>
  );
}

/**
 * Hook: focuses the rows when the page is opened from a bar of a chart, or another page of rows is selected (`#rows`).
 */
function useArrivalAtRows() {
  const head = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival counts, also one at the same place.
  useEffect(() => {
    if (hash !== '#rows') return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
  return head;
}

const isSortable = (summary: SummaryResponse | undefined): boolean =>
  summary !== undefined && summary.countedTo === null && summary.rows <= maxSortedRows;

interface RowTableProps {
  fields: Field[];
  rows: ReportViewRow[];
  isStale: boolean;
  sort: string;
  onSort?: (sort: string) => void;
  selection: RowSelection<ReportViewRow>;
}

function RowTable({ fields, rows, isStale, sort, onSort, selection }: RowTableProps) {
  return (
    <div className={styles.scroll} {...scrollable}>
      <table className={styles.table} aria-busy={isStale}>
        <thead>
          <tr>
            {fields.map((field) => (
              <HeadCell key={field.name} field={field} sort={sort} {...(onSort ? { onSort } : {})} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {fields.map((field, index) => (
                <td key={field.name} className={rangeKindOf(field) === 'number' ? styles.number : undefined}>
                  {index === 0 && rowCheckbox(selection, row)}
                  <span>{textInField(field, row.values)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The header of a sortable column: clicks cycle through ascending, descending and unsorted. */
function HeadCell({ field, sort, onSort }: { field: Field } & Pick<RowTableProps, 'sort' | 'onSort'>) {
  const { name, label } = field;
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const next = { ascending: `-${name}`, descending: '' };
  return (
    <th scope="col" className={rangeKindOf(field) === 'number' ? styles.number : undefined} aria-sort={direction}>
      {onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(direction ? next[direction] : name)}>
          <span>{label}</span>
          {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={16} />}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/** A scrollable element needs to be focusable for the keyboard. */
const scrollable = { role: 'region', tabIndex: 0, 'aria-label': 'Table of rows' };

/** The column picker; at least one column stays selected. */
function ColumnChoice({ report, shown: { show }, fields }: Pick<ReportRowsProps, 'report' | 'shown' | 'fields'>) {
  const chosen = fields.map(({ name }) => name);
  const toggle = (name: string, isOn: boolean) => {
    const columns = isOn ? [...chosen, name] : chosen.filter((each) => each !== name);
    if (columns.length > 0) show((now) => ({ ...now, columns }));
  };
  return (
    <details className={styles.columns}>
      <summary>Columns</summary>
      <fieldset className={styles.choices}>
        <legend className={styles.soft}>Columns, here and in exports</legend>
        {reportFields(report.kind).map(({ name, label }) => (
          <label key={name} className={styles.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              disabled={chosen.length === 1 && chosen[0] === name}
              onChange={({ target }) => toggle(name, target.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
        <button type="button" className={styles.usual} onClick={() => show((now) => ({ ...now, columns: [] }))}>
          Report default
        </button>
      </fieldset>
    </details>
  );
}
