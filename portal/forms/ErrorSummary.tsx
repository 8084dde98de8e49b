import { locate } from '#schemas/forms/filling/locate.ts';
import { pathOf } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, SoundWidget } from '#schemas/forms/form.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';
import { nameOf } from '#schemas/forms/name-of.ts';
import { Icon } from '../look/Icon.tsx';
import styles from './ErrorSummary.module.css';
import { rowNames } from './rowNames.ts';
import type { FormStore } from './store/formStore.ts';
import { useFormProblems, useHasTried } from './store/hooks.ts';
import { WhyRefusedProblem } from './why/loaded.ts';

/** After a save was tried: what is left to correct, each a link that leads to its field. Empty while nothing is wrong. */
export function ErrorSummary({ store }: { store: FormStore }) {
  const problems = useFormProblems(store);
  const hasTried = useHasTried(store);
  if (!hasTried || problems.length === 0) return null;
  return (
    <section className={styles.summary} aria-label="What to correct">
      <h2 className={styles.title}>
        <Icon name="alert" />
        {problems.length === 1 ? '1 thing to correct' : `${problems.length} things to correct`}
      </h2>
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.message}`}>
            <ProblemLink store={store} problem={problem} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProblemLink({ store, problem }: { store: FormStore; problem: Problem }) {
  const { path, message } = problem;
  const found = locate(store.top(), path);
  const name = found ? nameOf(found.widget) : '';
  // 'Missing required field: Street' needs no 'Street' before it, but says not in which row.
  const place = [...(found ? rowNames(found.row) : []), ...(message.includes(name) ? [] : [name])].join(', ');
  const link = (
    <a
      className={styles.link}
      href={found ? `#${store.elementId(found.widget, found.row)}` : '#'}
      onClick={(event) => {
        event.preventDefault();
        store.focusProblem(path);
      }}
    >
      {place && `${place}: `}
      {message}
    </a>
  );
  if (found && isShownBy(found, path)) return link;
  return (
    <div className={styles.alone}>
      {link}
      <WhyRefusedProblem name={place || 'The form'} problem={problem} />
    </div>
  );
}

/** Whether a field says it, and can be asked why there. */
const isShownBy = ({ widget, row }: { widget: SoundWidget; row: Row }, path: string) =>
  kinds[widget.type].holds === 'value' || pathOf(widget, row) === path;
