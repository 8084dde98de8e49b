import { useState } from 'react';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LoginModal } from '../session/LoginModal.tsx';
import { useSession, useSignedIn } from '../session/SessionProvider.tsx';
import styles from './EndedSession.module.css';

/** Over a page whose session has ended: the page stays for the same person's return (design 5). */
export function EndedSession() {
  const { giveUp } = useSession();
  const { user } = useSignedIn();
  const [isAsking, setAsking] = useState(true);
  if (isAsking) {
    return (
      <LoginModal
        // Whoever acted for this person comes back as themselves.
        address={user.proxiedBy ? '' : user.email}
        note="You have been signed out. What is on this page stays here until you are back."
        onClose={() => setAsking(false)}
      />
    );
  }
  return (
    <div className={styles.bar}>
      <Banner
        status="warn"
        title="You are signed out."
        actions={
          <>
            <Button onClick={giveUp}>Leave this page</Button>
            <Button kind="primary" onClick={() => setAsking(true)}>
              Sign in again
            </Button>
          </>
        }
      >
        Nothing can be saved until you sign in again.
      </Banner>
    </div>
  );
}
