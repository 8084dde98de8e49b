import { memo, use } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormWidget, ValidWidget } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { Icon } from '../../look/Icon.tsx';
import type { ElementSlot } from '../elementSlot.ts';
import { ContainerErrors } from '../fields/ErrorList.tsx';
import { TableCellContext } from '../fields/tableCell.ts';
import { ChangeMarksContext } from '../marks/marks.ts';
import { useFieldCell, useFormStore } from '../store/hooks.ts';
import { WidgetView } from '../widgets/WidgetView.tsx';
import { type FormTableColumn, isMoney } from './columns.ts';
import { headerDescriptionIds } from './TableHead.tsx';
import styles from './TableView.module.css';

export interface TableRowProps {
  list: FormWidget<'table'>;
  /** The DOM id of the table. */
  id: string;
  row: Row;
  index: number;
  /** The number of header rows. */
  headRows: number;
  columns: readonly FormTableColumn[];
  /** Opens the menu of row actions next to its button; null in a read-only table. */
  openActions: ((row: Row, button: HTMLElement) => void) | null;
}

/** One table row. Its fields subscribe to the store themselves, so the memoized row re-renders only when it moves. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { list, id, row, index, headRows, columns, openActions } = props;
  const store = useFormStore();
  const mark = use(ChangeMarksContext)?.kindOfRow(row);
  const name = `${widgetName(list)} ${index + 1}`;
  return (
    <tr
      id={store.rowId(row)}
      tabIndex={-1}
      aria-rowindex={index + headRows + 1}
      aria-label={name}
      className={styles.row}
      data-mark={mark}
    >
      <th scope="row" className={styles.gutter}>
        {index + 1}
      </th>
      {columns.map((column, at) => (
        <td
          key={column.widget.number}
          data-column={at}
          data-value={holdsValue(column.widget) ? '' : undefined}
          data-money={isMoney(column.widget) ? '' : undefined}
          className={hasOwnBox(column.widget) ? undefined : styles.padded}
          tabIndex={-1}
        >
          <NestedField id={id} column={column} row={row} isFirst={(container) => isFirstIn(columns, at, container)} />
        </td>
      ))}
      {openActions && (
        <td className={styles.gutter}>
          <button
            type="button"
            className={styles.actions}
            aria-label={`Actions of ${name}`}
            aria-haspopup="menu"
            onClick={(event) => openActions(row, event.currentTarget)}
          >
            <Icon name="menu" size={16} />
          </button>
        </td>
      )}
    </tr>
  );
});

const holdsValue = (widget: AnyWidget): widget is ValidWidget =>
  widget.type !== 'broken' && widgetKinds[widget.type].holds === 'value';

/** A control with its own border fills its cell; checkboxes and radio buttons get padding. */
const hasOwnBox = (widget: AnyWidget) => holdsValue(widget) && !/^(checkbox|checkboxes|radio)$/.test(widget.type);

const isFirstIn = (columns: readonly FormTableColumn[], at: number, container: ValidWidget) =>
  columns.findIndex(({ containers }) => containers.includes(container)) === at;

interface NestedFieldProps {
  id: string;
  column: FormTableColumn;
  row: Row;
  isFirst: (container: ValidWidget) => boolean;
}

/** A field inside its containers, each of which may be hidden or have errors of its own. */
function NestedField({ id, column, row, isFirst }: NestedFieldProps) {
  const [container, ...rest] = column.containers;
  if (!container) return <Field id={id} widget={column.widget} row={row} />;
  return (
    <InContainer container={container} row={row} isFirst={isFirst(container)}>
      <NestedField id={id} column={{ ...column, containers: rest }} row={row} isFirst={isFirst} />
    </InContainer>
  );
}

interface InContainerProps {
  container: ValidWidget;
  row: Row;
  isFirst: boolean;
  children: ElementSlot;
}

function InContainer({ container, row, isFirst, children }: InContainerProps) {
  const { form } = useFormStore();
  const content = (
    <>
      {children}
      {isFirst && <ContainerErrors widget={container} row={row} />}
    </>
  );
  if (!form.scripts[container.number]?.condition) return content;
  return (
    <ConditionalContent container={container} row={row}>
      {content}
    </ConditionalContent>
  );
}

function ConditionalContent({ container, row, children }: Omit<InContainerProps, 'isFirst'>) {
  return useFieldCell(container, row).isShown ? children : null;
}

function Field({ id, widget, row }: { id: string; widget: FormTableColumn['widget']; row: Row }) {
  const field = <WidgetView widget={widget} row={row} />;
  if (!holdsValue(widget)) return field;
  return <TableCellContext value={{ describedBy: headerDescriptionIds(id, widget) }}>{field}</TableCellContext>;
}
