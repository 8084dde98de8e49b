import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../look/Icon.tsx';
import styles from './Breadcrumbs.module.css';
import { type Crumb, documentTitle } from './breadcrumbPath.ts';

/** The breadcrumbs, and the title of the window. `current` is the title that the page sets itself. */
export function Breadcrumbs({
  crumbs,
  current,
  isUnknown,
}: {
  crumbs: readonly Crumb[];
  current: string | undefined;
  /** No route matches this address. */
  isUnknown: boolean;
}) {
  const last = crumbs.at(-1);
  // Home has no breadcrumbs. An address without a route counts as a child of Home.
  const isHome = crumbs.length === 1 && !isUnknown;
  const above = isHome ? [] : isUnknown ? crumbs : crumbs.slice(0, -1);
  const title = current ?? last?.title ?? '';
  const subtitle = isHome ? '' : title;
  useEffect(() => {
    document.title = documentTitle(subtitle);
  }, [subtitle]);
  if (above.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.crumbs}>
        {above.map(({ title: name, href }) => (
          <li key={href} className={styles.crumb}>
            <Link className={styles.link} to={href}>
              {name}
            </Link>
            <Icon name="next" size={16} />
          </li>
        ))}
        <li className={styles.crumb} aria-current="page">
          {title}
        </li>
      </ol>
    </nav>
  );
}
