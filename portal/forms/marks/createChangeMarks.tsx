import type { Form, FormValues } from '#schemas/forms/form.ts';
import type { ElementSlot } from '../elementSlot.ts';
import { useTableCell } from '../fields/tableCell.ts';
import { useFieldCell } from '../store/hooks.ts';
import { type ComparedSide, computeChangeMarks } from './computeChangeMarks.ts';
import styles from './Marked.module.css';
import type { FormChangeMarks, MarkedProps } from './marks.ts';

/** Returns the change marks of two compared states, for `ChangeMarksContext`. */
export function createChangeMarks(
  form: Pick<Form, 'scope'>,
  states: Record<ComparedSide, FormValues>,
  shown: ComparedSide,
): FormChangeMarks {
  const { textsAt, ...marks } = computeChangeMarks(form, states, shown);
  return {
    ...marks,
    Marked: (props) => <Marked {...props} texts={textsAt(props.widget, props.row)} />,
  };
}

/** A marked widget: a border and texts, as a group that screen readers announce. */
function Marked({ widget, row, texts, children }: MarkedProps & { texts: readonly string[]; children: ElementSlot }) {
  const { isShown } = useFieldCell(widget, row);
  const isInCell = useTableCell() !== null;
  if (!isShown) return children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form control
    <div
      role="group"
      className={isInCell ? `${styles.marked} ${styles.cell}` : styles.marked}
      aria-label={texts.join('; ')}
    >
      {children}
      <MarkTexts texts={texts} />
    </div>
  );
}

/** The texts of a change mark, one line each; renders nothing without texts. */
export function MarkTexts({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className={styles.texts}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two texts of one product may be equal
        <li key={`${index} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}
