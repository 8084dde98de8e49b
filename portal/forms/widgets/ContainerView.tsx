import { type CSSProperties, useId } from 'react';
import { isList, type Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormRow, ValidWidget } from '#schemas/forms/form.ts';
import { ContainerErrors } from '../fields/ErrorList.tsx';
import { lazyComponent } from '../lazyComponent.tsx';
import { useFormStore } from '../store/hooks.ts';
import styles from './ContainerView.module.css';
import { Heading } from './Heading.tsx';
import type { ViewProps } from './viewProps.ts';
import { WidgetDescription } from './WidgetDescription.tsx';
import { WidgetView } from './WidgetView.tsx';

/** A container of widgets: rows of columns by ratio, a single column on narrow screens, or masonry layout. */
export function ContainerView({ widget, row }: ViewProps<'container'>) {
  const store = useFormStore();
  const id = useId();
  const { boxed, frameless, descriptionPlacement } = widget.config;
  const { label } = widget.meta;
  const hasHeading = label !== '' && !frameless;
  const about = <WidgetDescription widget={widget} />;
  const content = [styles.container, boxed && !frameless && styles.boxed, isPart(widget) && styles.part];
  // A named section is a landmark for screen readers.
  const Part = label ? 'section' : 'div';
  return (
    <Part
      className={content.filter(Boolean).join(' ')}
      id={store.elementId(widget, row)}
      tabIndex={-1}
      aria-labelledby={hasHeading ? id : undefined}
      aria-label={hasHeading || !label ? undefined : label}
      style={{ '--expected-height': `${widget.rows.length * expectedRow}px` }}
    >
      {hasHeading && (
        <Heading widget={widget} id={id} tipId={`${id}-tip`}>
          {label}
        </Heading>
      )}
      {descriptionPlacement === 'above' && about}
      <ContainerErrors widget={widget} row={row} />
      <Content widget={widget} row={row} />
      {descriptionPlacement === 'below' && about}
    </Part>
  );
}

/** Lazy: few forms have steps. */
const StepsView = lazyComponent(async () => (await import('./StepsView.tsx')).StepsView);

/** The fields in the layout of the container; a reading view has no steps. */
function Content({ widget, row }: ViewProps<'container'>) {
  const { isReadOnly } = useFormStore();
  const { layoutMode, presentation } = widget.config;
  if (presentation === 'steps' && !isReadOnly) return <StepsView widget={widget} row={row} />;
  return layoutMode === 'masonry' ? <Bricks widget={widget} row={row} /> : <WidgetRows rows={widget.rows} row={row} />;
}

/** A list row is laid out as a whole, and so is the form's root. */
const isPart = ({ parent }: ValidWidget) => parent !== null && !isList(parent);

/** The estimated height of an unrendered row, in pixels, for `contain-intrinsic-size`. */
const expectedRow = 76;

/** Renders rows of widgets as a grid of columns by ratio. */
export function WidgetRows({ rows, row }: { rows: readonly FormRow[]; row: Row }) {
  return rows.map(({ columns }, index) => {
    const ratios = columns.map(({ ratio }) => ratio);
    const cells = columns.map(({ widget }, at) => (
      <div key={keyOf(widget)} className={styles.cell} style={placeOf(ratios, at)}>
        <WidgetView widget={widget} row={row} />
      </div>
    ));
    // A single cell needs no wrapper.
    if (cells.length === 1) return cells[0];
    return (
      <div key={`${cells[0]?.key ?? index}…`} className={styles.row} data-columns style={columnsOf(columns)}>
        {cells}
      </div>
    );
  });
}

/**
 * CSS variables: the column's number, and the columns that a message below it spans, towards the side with more space.
 */
function placeOf(ratios: readonly number[], at: number): CSSProperties {
  const widthOf = (some: readonly number[]) => some.reduce((sum, ratio) => sum + ratio, 0);
  const isAtStart = widthOf(ratios.slice(0, at)) <= widthOf(ratios.slice(at + 1));
  return {
    '--at': `${at + 1}`,
    '--message-columns': isAtStart ? `${at + 1} / -1` : `1 / ${at + 2}`,
    '--message-edge': isAtStart ? 'start' : 'end',
  };
}

function Bricks({ widget, row }: { widget: ValidWidget; row: Row }) {
  const bricks = widget.rows.flatMap(({ columns }) => columns.map((column) => column.widget));
  return (
    <div className={styles.bricks}>
      {bricks.map((brick) => (
        <div key={keyOf(brick)} className={styles.brick}>
          <WidgetView widget={brick} row={row} />
        </div>
      ))}
    </div>
  );
}

/** The React key: the widget's id, because in the form designer its number changes with the widgets before it. */
const keyOf = ({ id, number }: AnyWidget) => id || number;

/**
 * Column widths by ratio, but a select gets the width of its longest option, up to an even share (look, 'Rows of
 * inputs').
 */
function columnsOf(columns: FormRow['columns']): CSSProperties {
  const share = `(100% - ${columns.length - 1} * var(--space-4)) / ${columns.length}`;
  const tracks = columns.map(({ ratio, widget }) => {
    const least = widget.type === 'select' ? `min(${longestOf(widget.config.options)}ch + 44px, ${share})` : '0px';
    return `minmax(${least}, ${ratio}fr)`;
  });
  return { '--columns': tracks.join(' ') };
}

/** The length of the longest option in characters, without the select's arrow and padding. */
const longestOf = (options: readonly { value: string; label?: string }[]): number =>
  options.reduce((longest, { value, label = value }) => Math.max(longest, label.length), 0);
