import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconShape } from '../look/Icon.tsx';
import styles from './MainNavigation.module.css';

type NavItemProps = {
  title: string;
  href: string;
  icon?: IconShape;
  count?: number | undefined;
  isCurrent?: boolean;
  /** A link to /admin, which is another app: the browser has to load it. */
  isElsewhere?: boolean;
};

/** One item of the navigation: icon, label, count. The collapsed rail shows only the icon. */
export function NavItem({ title, href, icon, count, isCurrent, isElsewhere = false }: NavItemProps) {
  const content = <NavContent title={title} icon={icon} count={count} />;
  // The texts of title and count would run together.
  const name = count ? `${title}, ${countText(count)}` : undefined;
  const className = icon ? styles.item : `${styles.item} ${styles.sub}`;
  return (
    <li>
      {isElsewhere ? (
        <a className={className} href={href} title={title} aria-label={name}>
          {content}
        </a>
      ) : (
        <Link
          className={className}
          to={href}
          title={title}
          aria-label={name}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {content}
        </Link>
      )}
    </li>
  );
}

/** A list is counted up to 10,000. */
const countText = (count: number): string => (count < 1e4 ? `${count}` : '10,000+');

function NavContent({
  title,
  icon,
  count,
}: {
  title: ReactNode;
  icon: IconShape | undefined;
  count: number | undefined;
}) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span className={styles.word}>{title}</span>
      {count !== undefined && count > 0 && <span className={styles.count}>{countText(count)}</span>}
    </>
  );
}
