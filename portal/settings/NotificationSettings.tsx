import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#schemas/generated/types.ts';
import {
  isOrderNotification,
  type OrderNotification,
  orderNotificationLabels,
} from '#schemas/mail/order-notifications.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { useSession, useSignedIn } from '../session/SessionProvider.tsx';
import styles from './SettingsPage.module.css';

const all = Object.keys(orderNotificationLabels).filter(isOrderNotification);

/** The notification settings for mails about orders. A choice applies at once. */
export function NotificationSettings() {
  const { user } = useSignedIn();
  const { setUser, reload } = useSession();
  const save = useMutation({
    mutationFn: (noticesOff: OrderNotification[]) =>
      request<User>({ method: 'PATCH', path: 'users/me', revision: user.revision, body: { noticesOff } }),
    onSuccess: setUser,
    onSettled: () => setSaving(null),
  });
  // Optimistic update: shows the choice while it is saved, and reverts it after an error.
  const [saving, setSaving] = useState<OrderNotification[] | null>(null);
  const off = saving ?? user.noticesOff;
  const choose = (noticesOff: OrderNotification[]) => {
    setSaving(noticesOff);
    save.mutate(noticesOff);
  };
  return (
    <section className={styles.section} aria-labelledby="notices">
      <h2 id="notices">E-mail about orders</h2>
      <p className={styles.hint}>
        We notify you of what others do, never of your own actions. Sign-in e-mails are always sent.
      </p>
      <ul className={styles.rows}>
        {all.map((notice) => (
          <li key={notice}>
            <label className={styles.tick}>
              <input
                type="checkbox"
                checked={!off.includes(notice)}
                onChange={({ target }) => {
                  // One save at a time, because each needs the revision of the previous one.
                  if (!saving) choose(target.checked ? off.filter((each) => each !== notice) : [...off, notice]);
                }}
              />
              <span>{orderNotificationLabels[notice]}</span>
            </label>
          </li>
        ))}
      </ul>
      {save.error && (
        <Banner
          status="error"
          title={save.error.message}
          actions={<Button onClick={() => void reload().then(() => save.reset())}>Reload</Button>}
        />
      )}
    </section>
  );
}
