import { use, useId, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { fieldWithAncestors } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormRow, Problem, ValidWidget } from '#schemas/forms/form.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { ProblemList } from '../ErrorSummary.tsx';
import { ChangeMarksContext } from '../marks/marks.ts';
import type { FormStore } from '../store/formStore.ts';
import { useFormProblems, useFormStore } from '../store/hooks.ts';
import { useHasTried, useReveal } from '../store/problemHooks.ts';
import { usePrinting } from '../store/usePrinting.ts';
import { WidgetRows } from './ContainerView.tsx';
import { focusElement } from './rowFocus.ts';
import styles from './StepsView.module.css';
import type { ViewProps } from './viewProps.ts';

/**
 * A container whose rows are pages of a wizard (design 7, Steps): the progress above, one step at a time, Back and Next
 * below. A step that scripts hide is left out. A step that was left lists what is missing in it; the next one opens
 * all the same, because a draft may be incomplete.
 */
export function StepsView({ widget, row }: ViewProps<'container'>) {
  const store = useFormStore();
  useSyncExternalStore(store.subscribeVisibility, store.visibilityRevision);
  const problems = useFormProblems(store);
  const hasTried = useHasTried(store);
  const [current, setCurrent] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const headingId = useId();
  const isPrinting = usePrinting();
  // On the canvas of the form designer all fields can be reached.
  const isInline = use(ChangeMarksContext)?.areModalsInline === true;
  const steps = stepsOf(store, widget, row);
  useReveal(widget, row, (_, inside) => {
    const index = stepIndexOf(widget, inside);
    if (index >= 0) flushSync(() => setCurrent(index));
  });
  const found = steps.findIndex(({ index }) => index >= current);
  const position = found < 0 ? steps.length - 1 : found;
  const step = steps[position];
  if (isPrinting || isInline || !step) return <WidgetRows rows={widget.rows} row={row} />;
  const problemsOf = ({ index }: Step) =>
    hasTried || left.has(index) ? problems.filter((each) => stepOfProblem(store, { widget, row }, each) === index) : [];
  const go = (to: Step | undefined) => {
    if (!to) return;
    flushSync(() => {
      setLeft(new Set(left).add(step.index));
      setCurrent(to.index);
    });
    focusElement(headingId);
  };
  const missing = problemsOf(step);
  const [before, after] = [steps[position - 1], steps[position + 1]];
  return (
    <div className={styles.steps}>
      <nav aria-label="Steps">
        <ol className={styles.list}>
          {steps.map((each, at) => (
            <li key={each.index}>
              <StepButton
                name={`${at + 1}. ${each.name}`}
                isCurrent={each === step}
                isLeft={left.has(each.index)}
                problemCount={problemsOf(each).length}
                onClick={() => go(each)}
              />
            </li>
          ))}
        </ol>
      </nav>
      <section className={styles.step} aria-labelledby={headingId}>
        <p id={headingId} className={styles.progress} tabIndex={-1}>
          {`Step ${position + 1} of ${steps.length}: ${step.name}`}
        </p>
        {missing.length > 0 && (
          <ProblemList
            store={store}
            problems={missing}
            label={`Problems of step ${position + 1}`}
            title={missing.length === 1 ? '1 problem in this step' : `${missing.length} problems in this step`}
          />
        )}
        <WidgetRows rows={[step.row]} row={row} />
      </section>
      <div className={styles.buttons}>
        {before && <Button onClick={() => go(before)}>{`Back: ${before.name}`}</Button>}
        {after && (
          <Button className={styles.next} onClick={() => go(after)}>
            {`Next: ${after.name}`}
          </Button>
        )}
      </div>
    </div>
  );
}

function StepButton({
  name,
  isCurrent,
  isLeft,
  problemCount,
  onClick,
}: {
  name: string;
  isCurrent: boolean;
  isLeft: boolean;
  problemCount: number;
  onClick: () => void;
}) {
  const state = problemCount > 0 ? 'alert' : isLeft && !isCurrent ? 'check' : undefined;
  const words = { alert: problemCount === 1 ? '1 problem' : `${problemCount} problems`, check: 'complete' };
  return (
    <button type="button" className={styles.name} aria-current={isCurrent ? 'step' : undefined} onClick={onClick}>
      {state && <Icon name={state} size={16} />}
      <span>{name}</span>
      {state && <span className={styles.unseen}>{`, ${words[state]}`}</span>}
    </button>
  );
}

/** A page of the container: one of its rows. */
interface Step {
  /** The index of the row. */
  readonly index: number;
  readonly name: string;
  readonly row: FormRow;
}

/** The rows of which something is shown, with the name of their first labelled widget. */
function stepsOf(store: FormStore, widget: ValidWidget, row: Row): Step[] {
  const isShown = (each: AnyWidget) => each.type === 'broken' || (!each.config.hidden && store.cell(each, row).isShown);
  return widget.rows.flatMap((each, index) => {
    const widgets = each.columns.map((column) => column.widget).filter(isShown);
    const named = widgets.find((one) => one.type !== 'broken' && one.meta.label !== '');
    const name = named && named.type !== 'broken' ? widgetName(named) : 'Questions';
    return widgets.length === 0 ? [] : [{ index, name, row: each }];
  });
}

const stepIndexOf = (widget: ValidWidget, inside: AnyWidget): number =>
  widget.rows.findIndex(({ columns }) => columns.some((column) => column.widget === inside));

/** The index of the step that contains the field of a problem; -1 if the field is outside of this container. */
function stepOfProblem(store: FormStore, steps: { widget: ValidWidget; row: Row }, { path }: Problem): number {
  const found = locateWidget(store.rootRow(), path);
  const around = found ? fieldWithAncestors(found.widget, found.row) : [];
  const part = around.find(({ widget, row }) => widget.parent === steps.widget && row === steps.row);
  return part ? stepIndexOf(steps.widget, part.widget) : -1;
}
