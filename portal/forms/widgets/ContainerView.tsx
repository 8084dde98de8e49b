import { type CSSProperties, useId } from 'react';
import { isList, type Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormRow, SoundWidget } from '#schemas/forms/form.ts';
import { Messages } from '../fields/Messages.tsx';
import { useStore } from '../store/hooks.ts';
import { About } from './About.tsx';
import styles from './ContainerView.module.css';
import { Heading } from './Heading.tsx';
import type { ViewProps } from './viewProps.ts';
import { WidgetView } from './WidgetView.tsx';

/** Widgets in rows of columns by their ratios, one column where there is no room; or packed as bricks. */
export function ContainerView({ widget, row }: ViewProps<'container'>) {
  const store = useStore();
  const id = useId();
  const { boxed, frameless, layoutMode, descriptionPlacement } = widget.config;
  const { label } = widget.meta;
  const hasHeading = label !== '' && !frameless;
  const about = <About widget={widget} />;
  const content = [styles.container, boxed && !frameless && styles.boxed, isPart(widget) && styles.part];
  // A part with a name is one that a screen reader can go to.
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
      <Messages widget={widget} row={row} />
      {layoutMode === 'masonry' ? <Bricks widget={widget} row={row} /> : <Rows rows={widget.rows} row={row} />}
      {descriptionPlacement === 'below' && about}
    </Part>
  );
}

/** What stands in a row of a list is laid out with its row, and the whole form with itself. */
const isPart = ({ parent }: SoundWidget) => parent !== null && !isList(parent);

/** The height of a row before it has been painted, in pixels: what is not in sight is not laid out. */
const expectedRow = 76;

export function Rows({ rows, row }: { rows: readonly FormRow[]; row: Row }) {
  return rows.map(({ columns }, index) => {
    const ratios = columns.map(({ ratio }) => ratio);
    const isTight = columns.length > roomy;
    const cells = columns.map(({ widget }, at) => (
      <div key={keyOf(widget)} className={styles.cell} style={isTight ? placeOf(ratios, at) : undefined}>
        <WidgetView widget={widget} row={row} />
      </div>
    ));
    // A cell that is alone needs no row around it.
    if (cells.length === 1) return cells[0];
    return (
      <div
        key={`${cells[0]?.key ?? index}…`}
        className={styles.row}
        data-tight={isTight || undefined}
        style={columnsOf(columns)}
      >
        {cells}
      </div>
    );
  });
}

/** So many columns are wide enough for a message each. */
const roomy = 3;

/** The number of a column, and those that a message under it may take: towards the side where its row has more room. */
function placeOf(ratios: readonly number[], at: number): CSSProperties {
  const widthOf = (some: readonly number[]) => some.reduce((sum, ratio) => sum + ratio, 0);
  const isAtStart = widthOf(ratios.slice(0, at)) <= widthOf(ratios.slice(at + 1));
  return {
    '--at': `${at + 1}`,
    '--message-columns': isAtStart ? `${at + 1} / -1` : `1 / ${at + 2}`,
    '--message-edge': isAtStart ? 'start' : 'end',
  };
}

function Bricks({ widget, row }: { widget: SoundWidget; row: Row }) {
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

/** Its own wherever it stands: while a form is designed, what comes before a widget changes its number and not the widget. */
const keyOf = ({ id, number }: AnyWidget) => id || number;

/** As wide as their ratios say, but for what would be cut off: a column has its even share for that (look, 'Rows of inputs'). */
function columnsOf(columns: FormRow['columns']): CSSProperties {
  const share = `(100% - ${columns.length - 1} * var(--space-4)) / ${columns.length}`;
  const tracks = columns.map(({ ratio, widget }) => {
    const least = widget.type === 'select' ? `min(${longestOf(widget.config.options)}ch + 44px, ${share})` : '0px';
    return `minmax(${least}, ${ratio}fr)`;
  });
  return { '--columns': tracks.join(' ') };
}

/** Characters of the longest option; the sign that opens the list and the paddings come beside it. */
const longestOf = (options: readonly { value: string; label?: string }[]): number =>
  options.reduce((longest, { value, label = value }) => Math.max(longest, label.length), 0);
