import { useEffect, useState } from 'react';
import { Button } from '../look/Button.tsx';
import { LoginModal } from '../session/LoginModal.tsx';
import { documentTitle } from './crumbs.ts';
import styles from './SignedOut.module.css';

/** All that is shown to people who are not signed in: the way in. */
export function SignedOut() {
  // Google's refusal has led back here: the modal tells it.
  const [isAsking, setAsking] = useState(() => location.search.includes('google='));
  useEffect(() => {
    document.title = documentTitle('');
  }, []);
  return (
    <main className={styles.page}>
      <Button kind="primary" onClick={() => setAsking(true)} aria-haspopup="dialog">
        Portal Login
      </Button>
      {isAsking && <LoginModal onClose={() => setAsking(false)} />}
    </main>
  );
}
