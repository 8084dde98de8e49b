import { avatarOf } from '#schemas/texts/avatar.ts';
import styles from './Avatar.module.css';

/** spec 9 */
const size = 50;

/** A person's initials on a colour of their own. Decoration: the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  const { initials, background } = avatarOf(name);
  return (
    <span className={styles.avatar} style={{ width: size, height: size, background }} aria-hidden="true">
      {initials}
    </span>
  );
}
