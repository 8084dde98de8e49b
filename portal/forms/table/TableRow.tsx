import { memo, use } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormWidget, SoundWidget } from '#schemas/forms/form.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';
import { nameOf } from '#schemas/forms/name-of.ts';
import { Icon } from '../../look/Icon.tsx';
import type { Elements } from '../elements.ts';
import { CellContext } from '../fields/cell.ts';
import { Messages } from '../fields/Messages.tsx';
import { MarksContext } from '../marks/marks.ts';
import { useCell, useStore } from '../store/hooks.ts';
import { WidgetView } from '../widgets/WidgetView.tsx';
import { type Column, isMoney } from './columns.ts';
import { describedByHead } from './TableHead.tsx';
import styles from './TableView.module.css';

export interface TableRowProps {
  list: FormWidget<'table'>;
  /** The id of the table's element. */
  id: string;
  row: Row;
  index: number;
  /** How many rows of headings stand above the first row. */
  headRows: number;
  columns: readonly Column[];
  /** Opens what can be done with a row, beside the button that was pressed; nothing in a table that is only read. */
  openActions: ((row: Row, button: HTMLElement) => void) | null;
}

/** One row of a table. Its fields listen for themselves, so it is painted again only when it moves. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { list, id, row, index, headRows, columns, openActions } = props;
  const store = useStore();
  const mark = use(MarksContext)?.kindOfRow(row);
  const name = `${nameOf(list)} ${index + 1}`;
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
          <Within id={id} column={column} row={row} isFirst={(container) => isFirstIn(columns, at, container)} />
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

const holdsValue = (widget: AnyWidget): widget is SoundWidget =>
  widget.type !== 'broken' && kinds[widget.type].holds === 'value';

/** A control with an edge of its own fills its cell; signs to press stand in it. */
const hasOwnBox = (widget: AnyWidget) => holdsValue(widget) && !/^(checkbox|checkboxes|radio)$/.test(widget.type);

const isFirstIn = (columns: readonly Column[], at: number, container: SoundWidget) =>
  columns.findIndex(({ containers }) => containers.includes(container)) === at;

interface WithinProps {
  id: string;
  column: Column;
  row: Row;
  isFirst: (container: SoundWidget) => boolean;
}

/** A field inside the containers that it is written in: each of them may be hidden, or refused as a whole. */
function Within({ id, column, row, isFirst }: WithinProps) {
  const [container, ...rest] = column.containers;
  if (!container) return <Field id={id} widget={column.widget} row={row} />;
  return (
    <InContainer container={container} row={row} isFirst={isFirst(container)}>
      <Within id={id} column={{ ...column, containers: rest }} row={row} isFirst={isFirst} />
    </InContainer>
  );
}

interface InContainerProps {
  container: SoundWidget;
  row: Row;
  isFirst: boolean;
  children: Elements;
}

function InContainer({ container, row, isFirst, children }: InContainerProps) {
  const { form } = useStore();
  const content = (
    <>
      {children}
      {isFirst && <Messages widget={container} row={row} />}
    </>
  );
  if (!form.scripts[container.number]?.condition) return content;
  return (
    <WhileShown container={container} row={row}>
      {content}
    </WhileShown>
  );
}

function WhileShown({ container, row, children }: Omit<InContainerProps, 'isFirst'>) {
  return useCell(container, row).isShown ? children : null;
}

function Field({ id, widget, row }: { id: string; widget: Column['widget']; row: Row }) {
  const field = <WidgetView widget={widget} row={row} />;
  if (!holdsValue(widget)) return field;
  return <CellContext value={{ describedBy: describedByHead(id, widget) }}>{field}</CellContext>;
}
