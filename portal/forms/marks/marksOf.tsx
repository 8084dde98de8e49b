import type { Form, FormValues } from '#schemas/forms/form.ts';
import type { Elements } from '../elements.ts';
import { useCellOfTable } from '../fields/cell.ts';
import { useCell } from '../store/hooks.ts';
import { formMarks, type Side } from './formMarks.ts';
import styles from './Marked.module.css';
import { MarkTexts } from './MarkTexts.tsx';
import type { MarkedProps, Marks } from './marks.ts';

/** Returns the change marks of two compared states, for `MarksContext`. */
export function marksOf(form: Pick<Form, 'scope'>, states: Record<Side, FormValues>, shown: Side): Marks {
  const { textsAt, ...marks } = formMarks(form, states, shown);
  return {
    ...marks,
    Marked: (props) => <Marked {...props} texts={textsAt(props.widget, props.row)} />,
  };
}

/** A marked widget: a border and texts, as a group that screen readers announce. */
function Marked({ widget, row, texts, children }: MarkedProps & { texts: readonly string[]; children: Elements }) {
  const { isShown } = useCell(widget, row);
  const isInCell = useCellOfTable() !== null;
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
