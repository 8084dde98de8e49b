import { Notification, useNotificationContext } from 'react-admin';

/** Snackbar. A new notification replaces the current one instead of queueing behind it. */
export function Notifications() {
  const { notifications } = useNotificationContext();
  return <Notification {...(notifications.length > 0 ? { autoHideDuration: 1 } : {})} />;
}
