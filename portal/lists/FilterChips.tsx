import { Link } from 'react-router-dom';
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
