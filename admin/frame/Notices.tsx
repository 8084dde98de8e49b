import { Notification, useNotificationContext } from 'react-admin';

/** What was just done, in a line at the bottom. A newer line takes the place of the older instead of waiting for it. */
export function Notices() {
  const { notifications } = useNotificationContext();
  return <Notification {...(notifications.length > 0 ? { autoHideDuration: 1 } : {})} />;
}
