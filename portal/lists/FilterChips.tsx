import { Link } from 'react-router-dom';
import { Icon } from '../look/Icon.tsx';
import activeFiltersStyles from './ActiveFilters.module.css';
import styles from './FilterChips.module.css';

/** A row of mutually exclusive filter chips; each one is a link. */
export function FilterChips({
  label,
  chips,
}: {
  label: string;
  chips: readonly { title: string; href: string; isCurrent: boolean }[];
}) {
  return (
    <nav aria-label={label}>
      <ul className={styles.chips}>
        {chips.map(({ title, href, isCurrent }) => (
          <li key={title}>
            <Link className={styles.chip} to={href} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The active filters as chips; each one links to the list without that filter. */
export function ActiveFilters({
  chosen,
  hrefOfAll,
}: {
  chosen: readonly { key: string; words: string; hrefWithout: string }[];
  /** The URL of the list without any filter. */
  hrefOfAll: string;
}) {
  if (chosen.length === 0) return null;
  return (
    <ul className={activeFiltersStyles.chosen} aria-label="Active filters">
      {chosen.map(({ key, words, hrefWithout }) => (
        <li key={key}>
          <Link className={activeFiltersStyles.chip} to={hrefWithout}>
            <span>{words}</span>
            <span className={activeFiltersStyles.hidden}>: remove filter</span>
            <Icon name="close" size={16} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={hrefOfAll}>Clear filters</Link>
      </li>
    </ul>
  );
}
