import type { ReactNode } from 'react';
import type { Elements } from '../forms/elements.ts';
import styles from './Banner.module.css';
import { Icon, type IconName } from './Icon.tsx';

export type BannerStatus = 'error' | 'warn' | 'info' | 'success';

const icons = {
  error: 'alert',
  warn: 'warn',
  info: 'info',
  success: 'check',
} as const satisfies Record<BannerStatus, IconName>;

/** Something to know in the place where it counts. Errors are read out at once, all else when there is time. */
export function Banner({
  status,
  title,
  actions,
  isSticky = false,
  children,
}: {
  status: BannerStatus;
  title?: string;
  actions?: Elements;
  /** Stays in sight while the page is scrolled. */
  isSticky?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={`${styles.banner} ${styles[status]}`}
      data-sticky={isSticky || undefined}
      role={status === 'error' ? 'alert' : 'status'}
    >
      <Icon name={icons[status]} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
