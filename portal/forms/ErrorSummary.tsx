import { locate } from '#schemas/forms/filling/locate.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem } from '#schemas/forms/form.ts';
import { nameOf } from '#schemas/forms/name-of.ts';
import { Icon } from '../look/Icon.tsx';
import styles from './ErrorSummary.module.css';
import type { FormStore } from './store/formStore.ts';
import { useFormProblems, useHasTried } from './store/hooks.ts';

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

function ProblemLink({ store, problem: { path, message } }: { store: FormStore; problem: Problem }) {
  const found = locate(store.top(), path);
  const name = found ? nameOf(found.widget) : '';
  // 'Missing required field: Street' needs no 'Street' before it, but says not in which row.
  const place = [...(found ? rowNames(found.row) : []), ...(message.includes(name) ? [] : [name])].join(', ');
  return (
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
}

function rowNames({ parent, list, index }: Row): string[] {
  return parent && list ? [...rowNames(parent), `${nameOf(list)} ${index + 1}`] : [];
}
