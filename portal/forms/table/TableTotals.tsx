import { useMemo, useSyncExternalStore } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { FormWidget } from '#schemas/forms/form.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { type ColumnTotal, tableTotals } from '#schemas/forms/table-totals.ts';
import { useFormStore } from '../store/hooks.ts';
import { type FormTableColumn, isMoney } from './columns.ts';
import styles from './TableView.module.css';

const words: Readonly<Record<ColumnTotal['show'], string>> = { sum: 'Sum', count: 'Answers', average: 'Average' };

type Totals = ReadonlyMap<number, readonly ColumnTotal[]>;

/** The current totals of a table. They follow every change of the form. */
function useTotals(widget: FormWidget<'table'>, row: Row): Totals {
  const store = useFormStore();
  const text = useSyncExternalStore(store.subscribeAll, () => JSON.stringify([...tableTotals(widget, row)]));
  return useMemo(() => new Map(JSON.parse(text)), [text]);
}

/** The last line of a table: the totals below their columns. */
export function TotalsFoot({
  widget,
  row,
  columns,
  hasActions,
}: {
  widget: FormWidget<'table'>;
  row: Row;
  columns: readonly FormTableColumn[];
  hasActions: boolean;
}) {
  const totals = useTotals(widget, row);
  return (
    <tfoot className={styles.foot}>
      <tr>
        <td className={styles.gutter} />
        {columns.map((column) => (
          <td key={column.widget.number} data-money={isMoney(column.widget) ? '' : undefined}>
            {totals.get(column.widget.number)?.map((total) => (
              <Total key={total.show} total={total} />
            ))}
          </td>
        ))}
        {hasActions && <td className={styles.gutter} />}
      </tr>
    </tfoot>
  );
}

function Total({ total: { show, text } }: { total: ColumnTotal }) {
  return (
    <span className={styles.total}>
      <span className={styles.about}>{words[show]}</span> <strong>{text || '–'}</strong>
    </span>
  );
}

/** The totals as a list, below rows that are cards. */
export function TotalsList({ widget, row }: { widget: FormWidget<'table'>; row: Row }) {
  const totals = useTotals(widget, row);
  return (
    <dl className={styles.totals}>
      {[...widget.inner.owners.values()].flatMap((column) =>
        (totals.get(column.number) ?? []).map(({ show, text }) => (
          <div key={`${column.number} ${show}`}>
            <dt>{`${widgetName(column)}, ${words[show].toLowerCase()}`}</dt>
            <dd>{text || '–'}</dd>
          </div>
        )),
      )}
    </dl>
  );
}
