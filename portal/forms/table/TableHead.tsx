import type { SoundWidget } from '#schemas/forms/form.ts';
import frame from '../fields/Field.module.css';
import { LabelText } from '../fields/FieldFrame.tsx';
import { Tooltip } from '../fields/Tooltip.tsx';
import { type Column, groupsOf, isMoney } from './columns.ts';
import styles from './TableView.module.css';

interface TableHeadProps {
  /** The id of the table's element. */
  id: string;
  columns: readonly Column[];
  isShown: boolean;
  /** Containers among the elements give a first row of headings over those of the fields. */
  isTwofold: boolean;
  hasActions: boolean;
}

/** What a column says of its fields, once for all rows; hidden from sight it is still read out. */
export function TableHead({ id, columns, isShown, isTwofold, hasActions }: TableHeadProps) {
  const groups = groupsOf(columns);
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

function ColumnHead({ id, column: { widget }, rowSpan }: { id: string; column: Column; rowSpan?: number }) {
  if (widget.type === 'broken') return <th scope="col" rowSpan={rowSpan} />;
  const about = aboutOf(widget);
  return (
    <th scope="col" rowSpan={rowSpan} data-money={isMoney(widget) ? '' : undefined}>
      <span className={styles.title}>
        <LabelText widget={widget} isRequired={widget.config.required && !widget.isSpared} />
        <Tooltip widget={widget} id={`${headId(id, widget)}-tip`} />
      </span>
      {about && (
        <span id={headId(id, widget)} className={styles.about}>
          {about}
        </span>
      )}
    </th>
  );
}

const headId = (id: string, widget: SoundWidget) => `${id}-head-${widget.number}`;

const aboutOf = ({ meta }: SoundWidget) => [meta.description, meta.documentationHint].filter(Boolean).join(' ');

/** The ids of what a column's head says about its fields. */
export function describedByHead(id: string, widget: SoundWidget): string | undefined {
  const tip = widget.config.tooltip?.content && `${headId(id, widget)}-tip`;
  return [aboutOf(widget) && headId(id, widget), tip].filter(Boolean).join(' ') || undefined;
}
