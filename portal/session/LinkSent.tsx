import { useEffect, useState } from 'react';
import { Button } from '../look/Button.tsx';
import styles from './LoginModal.module.css';

/** A mail seldom takes longer. */
const patience = 60_000;

/** Where to look for the link, and how to come by another when it does not arrive; `onAgain` makes the modal send anew. */
export function LinkSent({ address, onAgain }: { address: string; onAgain: () => void }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, patience, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <p>
        If <strong className={styles.address}>{address}</strong> may sign in, a login link is on its way there. Open it
        in this browser within 10 minutes; it works once.
      </p>
      <p className={styles.note}>
        {`Nothing in the inbox after a minute? Look among the unwanted mail, and see whether the address above is right.${isLate ? '' : ' Then the link can be sent again.'}`}
      </p>
      {isLate && <Button onClick={onAgain}>Send again</Button>}
    </div>
  );
}
