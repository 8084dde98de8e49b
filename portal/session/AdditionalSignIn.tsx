import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { googleSignInErrors } from '#schemas/access/google-sign-in-errors.ts';
import { buttonClass } from '../look/Button.tsx';
import styles from './AdditionalSignIn.module.css';
import { googleReturn } from './googleReturn.ts';
import { PasswordSignIn } from './PasswordSignIn.tsx';

/** An additional sign-in method (Google or password), loaded only if it is enabled. `onDone` closes the dialog. */
export function AdditionalSignIn({ by, onDone }: { by: 'google' | 'basic'; onDone: () => void }) {
  return by === 'google' ? <GoogleSignIn /> : <PasswordSignIn onDone={onDone} />;
}

/**
 * The Google sign-in link (OAuth), which returns to this page. A rejection comes back as a code in the address (design
 * 5).
 */
function GoogleSignIn() {
  const [{ error, returnPath }] = useState(() => googleReturn(location));
  const navigate = useNavigate();
  useEffect(() => {
    // Remove the code from the address, so that a reload or a shared link does not show the error again.
    if (error) void navigate(returnPath, { replace: true });
  }, [error, returnPath, navigate]);
  return (
    <div className={styles.google}>
      <a className={buttonClass()} href={`/api/auth/google?wanted=${encodeURIComponent(returnPath)}`}>
        Sign in with Google
      </a>
      <p className={styles.error} role="alert">
        {error && googleSignInErrors[error].message}
      </p>
    </div>
  );
}
