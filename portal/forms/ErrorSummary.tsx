import type { Problem } from '#schemas/forms/form.ts';
import { Icon } from '../look/Icon.tsx';
import { describeProblem } from './describeProblem.ts';
import styles from './ErrorSummary.module.css';
import { lazyComponent } from './lazyComponent.tsx';
import type { FormStore } from './store/formStore.ts';
import { useFormProblems } from './store/hooks.ts';
import { useHasTried } from './store/problemHooks.ts';

/** Explains why a script rejects the form as a whole. */
export const LazyWhyFormError = lazyComponent(async () => (await import('./why/WhyError.tsx')).WhyFormError);

/**
 * The error summary after a failed submit: each validation error links to its field. Renders nothing without errors.
 */
export function ErrorSummary({ store }: { store: FormStore }) {
  const problems = useFormProblems(store);
  const hasTried = useHasTried(store);
  if (!hasTried || problems.length === 0) return null;
  const title = problems.length === 1 ? '1 problem to fix' : `${problems.length} problems to fix`;
  return <ProblemList store={store} problems={problems} label="Problems to fix" title={title} />;
}

/** A list of validation errors, each a link to its field. */
export function ProblemList({
  store,
  problems,
  label,
  title,
}: {
  store: FormStore;
  problems: readonly Problem[];
  label: string;
  title: string;
}) {
  return (
    <section className={styles.summary} aria-label={label}>
      <h2 className={styles.title}>
        <Icon name="alert" />
        <span>{title}</span>
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
  const { location, text, found, isShownByField } = describeProblem(store, problem);
  const link = (
    <a
      className={styles.link}
      href={found ? `#${store.elementId(found.widget, found.row)}` : '#'}
      onClick={(event) => {
        event.preventDefault();
        store.focusProblem(problem.path);
      }}
    >
      {text}
    </a>
  );
  if (isShownByField) return link;
  return (
    <div className={styles.alone}>
      {link}
      <LazyWhyFormError name={location || 'The form'} problem={problem} />
    </div>
  );
}
