import type { ValidWidget } from '#schemas/forms/form.ts';
import frame from '../fields/Field.module.css';
import { LabelText } from '../fields/FieldFrame.tsx';
import { Tooltip } from '../fields/Tooltip.tsx';
import { columnGroups, type FormTableColumn, isMoney } from './columns.ts';
import styles from './TableView.module.css';

interface TableHeadProps {
  /** The DOM id of the table. */
  id: string;
  columns: readonly FormTableColumn[];
  isShown: boolean;
  /** Containers with labels add a row of group headings above the column headings. */
  isTwofold: boolean;
  hasActions: boolean;
}

/**
 * The table header: label, hint and tooltip of each column. Visually hidden, it is still available to screen readers.
 */
export function TableHead({ id, columns, isShown, isTwofold, hasActions }: TableHeadProps) {
  const groups = columnGroups(columns);
  return (
    <thead className={isShown ? styles.head : frame.unseen}>
      {isTwofold && (
        <tr>
          <td rowSpan={2} className={styles.gutter} />
          {groups.map(({ container, columns: [first, ...others] }) =>
            container ? (
              <th key={first?.widget.number} scope="colgroup" colSpan={others.length + 1}>
                {container.meta.label}
              </th>
            ) : (
              first && <ColumnHead key={first.widget.number} id={id} column={first} rowSpan={2} />
            ),
          )}
          {hasActions && <td rowSpan={2} className={styles.gutter} />}
        </tr>
      )}
      <tr>
        {!isTwofold && <td className={styles.gutter} />}
        {columns
          .filter(({ containers }) => !isTwofold || containers.length > 1)
          .map((column) => (
            <ColumnHead key={column.widget.number} id={id} column={column} />
          ))}
        {hasActions && !isTwofold && <td className={styles.gutter} />}
      </tr>
    </thead>
  );
}

function ColumnHead({ id, column: { widget }, rowSpan }: { id: string; column: FormTableColumn; rowSpan?: number }) {
  if (widget.type === 'broken') return <th scope="col" rowSpan={rowSpan} />;
  const description = descriptionOf(widget);
  return (
    <th scope="col" rowSpan={rowSpan} data-money={isMoney(widget) ? '' : undefined}>
      <span className={styles.title}>
        <LabelText widget={widget} isRequired={widget.config.required && !widget.isSpared} />
        <Tooltip widget={widget} id={`${headId(id, widget)}-tip`} />
      </span>
      {description && (
        <span id={headId(id, widget)} className={styles.about}>
          {description}
        </span>
      )}
    </th>
  );
}

const headId = (id: string, widget: ValidWidget) => `${id}-head-${widget.number}`;

const descriptionOf = ({ meta }: ValidWidget) => [meta.description, meta.documentationHint].filter(Boolean).join(' ');

/** The ids in a column header that describe its fields (`aria-describedby`). */
export function headerDescriptionIds(id: string, widget: ValidWidget): string | undefined {
  const tip = widget.config.tooltip?.content && `${headId(id, widget)}-tip`;
  return [descriptionOf(widget) && headId(id, widget), tip].filter(Boolean).join(' ') || undefined;
}
