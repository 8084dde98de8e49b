import { type ReactNode, useMemo } from 'react';
import { widgetText } from '#schemas/changes/words/form-place.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { FormWidget, ValidWidget } from '#schemas/forms/form.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { ErrorList } from '../fields/ErrorList.tsx';
import { LabelText } from '../fields/FieldFrame.tsx';
import { hasOwnOptionsOnly } from '../fields/RadioGroup.tsx';
import { TableCellContext } from '../fields/tableCell.ts';
import { useField } from '../fields/useField.ts';
import { useFieldCell, useFieldValue, useFormStore } from '../store/hooks.ts';
import { Heading } from '../widgets/Heading.tsx';
import { WidgetDescription } from '../widgets/WidgetDescription.tsx';
import { WidgetView } from '../widgets/WidgetView.tsx';
import { type FormTableColumn, tableColumns } from './columns.ts';
import styles from './MatrixView.module.css';
import { TotalsList } from './TableTotals.tsx';

interface MatrixProps {
  widget: FormWidget<'table'>;
  row: Row;
  /** Whether the rows stand below each other, for a narrow form. */
  isNarrow: boolean;
}

/**
 * A table with fixed rows (design 7, `config.presentation: matrix`): the first column is the title of its row, and each
 * option of a radio column is a column of its own.
 */
export function MatrixView({ widget, row, isNarrow }: MatrixProps) {
  const { rows } = useFieldCell(widget, row);
  const { isRequired, messages, waived, id } = useField(widget, row);
  const [title, ...columns] = useMemo(() => tableColumns(widget).filter(isReadable), [widget]);
  const name = widgetName(widget);
  return (
    <section className={styles.section} id={id} tabIndex={-1} aria-label={name}>
      {!widget.config.frameless && (
        <Heading widget={widget} tipId={`${id}-tip`}>
          <LabelText widget={widget} isRequired={isRequired} />
        </Heading>
      )}
      <WidgetDescription widget={widget} />
      <ErrorList widget={widget} row={row} messages={messages} waived={waived} />
      {title && isNarrow && rows.map((each) => <Part key={each.id} row={each} title={title} columns={columns} />)}
      {title && !isNarrow && <Matrix name={name} rows={rows} title={title} columns={columns} />}
      {widget.config.totals.length > 0 && <TotalsList widget={widget} row={row} />}
    </section>
  );
}

/** A column whose widget could be read. */
interface MatrixColumn extends FormTableColumn {
  readonly widget: ValidWidget;
}

const isReadable = (column: FormTableColumn): column is MatrixColumn => column.widget.type !== 'broken';

interface RowsProps {
  title: MatrixColumn;
  columns: readonly MatrixColumn[];
}

/** The title of a row, as text. */
function useTitle({ widget }: MatrixColumn, row: Row): string {
  return widgetText(widget, useFieldValue(widget, row));
}

/** A row of a narrow form: its title above its fields. */
function Part({ row, title, columns }: RowsProps & { row: Row }) {
  const text = useTitle(title, row);
  return (
    <section id={useFormStore().rowId(row)} tabIndex={-1} className={styles.part} aria-label={text}>
      <p className={styles.title}>{text}</p>
      {columns.map(({ widget }) => (
        <WidgetView key={widget.number} widget={widget} row={row} />
      ))}
    </section>
  );
}

function Matrix({ name, rows, title, columns }: RowsProps & { name: string; rows: readonly Row[] }) {
  const { isReadOnly } = useFormStore();
  const optionsOf = (column: MatrixColumn) => (isReadOnly ? [] : choicesOf(column));
  const hasOptions = columns.some((column) => optionsOf(column).length > 0);
  const height = hasOptions ? 2 : 1;
  return (
    <div className={styles.box}>
      <table className={styles.table} aria-label={name}>
        <thead>
          <tr>
            <th scope="col" rowSpan={height}>
              <LabelText widget={title.widget} isRequired={false} />
            </th>
            {columns.map((column) => (
              <ColumnHead
                key={column.widget.number}
                widget={column.widget}
                height={height}
                width={optionsOf(column).length}
              />
            ))}
          </tr>
          {hasOptions && (
            <tr>
              {columns.flatMap((column) =>
                optionsOf(column).map(({ value, label = value }) => (
                  <th key={`${column.widget.number} ${value}`} scope="col" className={styles.option}>
                    {label}
                  </th>
                )),
              )}
            </tr>
          )}
        </thead>
        <tbody>
          {rows.map((row) => (
            <MatrixRow key={row.id} row={row} title={title} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The heading of a column, or of the columns of its options. */
function ColumnHead({ widget, height, width }: { widget: ValidWidget; height: number; width: number }) {
  const label = <LabelText widget={widget} isRequired={widget.config.required} />;
  if (width === 0)
    return (
      <th scope="col" rowSpan={height}>
        {label}
      </th>
    );
  return (
    <th scope="colgroup" colSpan={width} className={styles.group}>
      {label}
    </th>
  );
}

/** The options that are columns; none for a column that is one cell. */
function choicesOf({ widget }: MatrixColumn): readonly { value: string; label?: string }[] {
  return widget.type === 'radio' && hasOwnOptionsOnly(widget) ? widget.config.options : [];
}

function MatrixRow({ row, title, columns }: RowsProps & { row: Row }) {
  const text = useTitle(title, row);
  const { rowId, isReadOnly } = useFormStore();
  return (
    <tr id={rowId(row)} tabIndex={-1} aria-label={text}>
      <th scope="row">
        <span>{text}</span>
        {columns.map((column) =>
          isReadOnly || choicesOf(column).length === 0 ? null : (
            <ChoiceErrors key={column.widget.number} widget={column.widget} row={row} />
          ),
        )}
      </th>
      {columns.map((column) => {
        const { widget } = column;
        if (!isReadOnly && widget.type === 'radio' && choicesOf(column).length > 0)
          return <Choices key={widget.number} widget={widget} row={row} title={text} />;
        return (
          <td key={widget.number} data-check={/^check/.test(widget.type) || undefined}>
            <TableCellContext value={{ describedBy: undefined }}>
              <WidgetView widget={widget} row={row} />
            </TableCellContext>
          </td>
        );
      })}
    </tr>
  );
}

/** The errors of a radio field, beside the title of its row: its cells are narrow. */
function ChoiceErrors({ widget, row }: { widget: ValidWidget; row: Row }) {
  const { messages, waived, id } = useField(widget, row);
  return <ErrorList widget={widget} row={row} messages={messages} waived={waived} id={`${id}-error`} />;
}

/** The cells of a radio field: one for each option. The arrow keys choose, as in any radio group. */
function Choices({ widget, row, title }: { widget: FormWidget<'radio'>; row: Row; title: string }) {
  const { isShown } = useFieldCell(widget, row);
  const { options } = widget.config;
  return isShown ? (
    <ShownChoices widget={widget} row={row} title={title} />
  ) : (
    <td colSpan={options.length} aria-label={`${title}, ${widgetName(widget)}`} />
  );
}

function ShownChoices({ widget, row, title }: { widget: FormWidget<'radio'>; row: Row; title: string }): ReactNode {
  const field = useField(widget, row);
  const value = useFieldValue(widget, row);
  const { id, isReadOnly, isDisabled, ariaProps } = field;
  return widget.config.options.map((option, index) => (
    <td key={option.value} data-check>
      <input
        type="radio"
        id={index === 0 ? id : undefined}
        name={id}
        aria-label={`${title}, ${widgetName(widget)}: ${option.label ?? option.value}`}
        aria-invalid={ariaProps['aria-invalid']}
        aria-describedby={ariaProps['aria-describedby']}
        checked={value === option.value}
        disabled={isReadOnly || isDisabled}
        onChange={() => field.set(option.value)}
        onBlur={field.blur}
        onKeyDown={(event) => {
          if (field.isRequired || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
          event.preventDefault();
          field.set(undefined);
        }}
      />
    </td>
  ));
}
