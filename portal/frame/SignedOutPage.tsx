import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../look/Button.tsx';
import { LoginModal } from '../session/LoginModal.tsx';
import { lastEmail } from '../session/lastEmail.ts';
import { documentTitle } from './breadcrumbPath.ts';
import styles from './SignedOutPage.module.css';

/** The page for people who are signed out: what the portal is, and the button that opens the sign-in dialog. */
export function SignedOutPage() {
  // Google's sign-in redirects back here after a rejection; the dialog shows the reason.
  const [isAsking, setAsking] = useState(() => location.search.includes('google='));
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = documentTitle('');
  }, []);
  return (
    <main className={styles.page}>
      <h1>Portal</h1>
      <p>
        Create orders for your clients and follow them through approval. For media agencies and guilds with an account.
      </p>
      {pathname !== '/' && <p className={styles.note}>Sign in to open the page you requested.</p>}
      <Button kind="primary" onClick={() => startTransition(() => setAsking(true))} aria-haspopup="dialog">
        Portal Login
      </Button>
      {isAsking && <LoginModal address={lastEmail()} onClose={() => setAsking(false)} />}
    </main>
  );
}
