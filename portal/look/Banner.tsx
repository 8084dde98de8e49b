import type { ReactNode } from 'react';
import type { ElementSlot } from '../forms/elementSlot.ts';
import styles from './Banner.module.css';
import { Icon, type IconName } from './Icon.tsx';

/** The severity of a banner. */
export type BannerStatus = 'error' | 'warn' | 'info' | 'success';

const icons = {
  error: 'alert',
  warn: 'warn',
  info: 'info',
  success: 'check',
} as const satisfies Record<BannerStatus, IconName>;

/** An inline alert or status message. Errors are announced immediately (`role="alert"`), everything else politely. */
export function Banner({
  status,
  title,
  actions,
  isSticky = false,
  children,
}: {
  status: BannerStatus;
  title?: string;
  actions?: ElementSlot;
  /** Sticks to the top while the page scrolls. */
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
