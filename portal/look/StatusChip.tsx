import type { Order } from '#schemas/generated/types.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './StatusChip.module.css';

/** The status of an order. */
export type OrderStatus = Order['status'];

/** The display names of the statuses. */
export const orderStatusLabels = {
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

/** An order's status as a chip. Outline, icon or strikethrough distinguish the statuses, never color alone. */
export function StatusChip({ status }: { status: OrderStatus }) {
  const icon = icons[status];
  return (
    <span className={`${styles.chip} ${styles[status]}`}>
      {icon && <Icon name={icon} size={16} />}
      <span>{orderStatusLabels[status]}</span>
    </span>
  );
}
