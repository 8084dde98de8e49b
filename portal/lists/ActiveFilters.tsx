import { Link } from 'react-router-dom';
import { Icon } from '../look/Icon.tsx';
import styles from './ActiveFilters.module.css';

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
    <ul className={styles.chosen} aria-label="Active filters">
      {chosen.map(({ key, words, hrefWithout }) => (
        <li key={key}>
          <Link className={styles.chip} to={hrefWithout}>
            <span>{words}</span>
            <span className={styles.hidden}>: remove filter</span>
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
