import type { Order } from '#schemas/generated/types.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './StatusChip.module.css';

export type OrderStatus = Order['status'];

/** How people say a status. */
export const statusWords = {
  DRAFT: 'Draft',
  PENDING: 'Pending',
  COMPLETE: 'Complete',
  CANCELED: 'Canceled',
} as const satisfies Record<OrderStatus, string>;

const icons: Record<OrderStatus, IconName | undefined> = {
  DRAFT: undefined,
  PENDING: 'clock',
  COMPLETE: 'check',
  CANCELED: undefined,
};

/** An order's status: outline, clock, check or struck, so that it is never told by colour alone. */
export function StatusChip({ status }: { status: OrderStatus }) {
  const icon = icons[status];
  return (
    <span className={`${styles.chip} ${styles[status]}`}>
      {icon && <Icon name={icon} size={16} />}
      <span>{statusWords[status]}</span>
    </span>
  );
}
