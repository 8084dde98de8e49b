import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../look/Button.tsx';
import { LoginModal } from '../session/LoginModal.tsx';
import { lastAddress } from '../session/lastAddress.ts';
import { documentTitle } from './crumbs.ts';
import styles from './SignedOut.module.css';

/** All that is shown to people who are not signed in: what this is, and the way in. */
export function SignedOut() {
  // Google's refusal has led back here: the modal tells it.
  const [isAsking, setAsking] = useState(() => location.search.includes('google='));
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = documentTitle('');
  }, []);
  return (
    <main className={styles.page}>
      <h1>Portal</h1>
      <p>
        Orders for your clients, from the first entry to the approval. For media agencies and guilds that have an
        account.
      </p>
      {pathname !== '/' && <p className={styles.note}>The page that you asked for opens once you are signed in.</p>}
      <Button kind="primary" onClick={() => startTransition(() => setAsking(true))} aria-haspopup="dialog">
        Portal Login
      </Button>
      {isAsking && <LoginModal address={lastAddress()} onClose={() => setAsking(false)} />}
    </main>
  );
}
