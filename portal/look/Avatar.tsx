import { avatarOf } from '#schemas/texts/avatar.ts';
import styles from './Avatar.module.css';

/** spec 9; pixels. */
const size = 50;

/** A user's initials on a background color derived from the name. Decorative, because the name is shown beside it. */
export function Avatar({ name }: { name: string }) {
  const { initials, background } = avatarOf(name);
  return (
    <span className={styles.avatar} style={{ width: size, height: size, background }} aria-hidden="true">
      {initials}
    </span>
  );
}
