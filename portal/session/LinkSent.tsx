import { useEffect, useState } from 'react';
import { Button } from '../look/Button.tsx';
import styles from './LoginModal.module.css';

/** How long a mail usually takes at most; milliseconds. */
const deliveryTime = 60_000;

/** The confirmation after the magic link was sent, with advice and a retry button; `onAgain` sends it again. */
export function LinkSent({ address, onAgain }: { address: string; onAgain: () => void }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, deliveryTime, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <p>
        If <strong className={styles.address}>{address}</strong> can sign in, a login link is on its way. Open it in
        this browser within 10 minutes. It works once.
      </p>
      <p className={styles.note}>
        {`Nothing in your inbox after a minute? Check your spam folder and the address above.${isLate ? '' : ' Then you can send the link again.'}`}
      </p>
      {isLate && <Button onClick={onAgain}>Send again</Button>}
    </div>
  );
}
