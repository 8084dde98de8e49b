import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { googleRefusals } from '#schemas/access/google-refusals.ts';
import { buttonClass } from '../look/Button.tsx';
import { googleReturn } from './googleReturn.ts';
import styles from './OtherWay.module.css';

/** Leads to Google and, from there, back to this page; why that came to nothing is told by a word in the address (design 5). */
export function GoogleSignIn() {
  const [{ refusal, wanted }] = useState(() => googleReturn(location));
  const navigate = useNavigate();
  useEffect(() => {
    // Else it would be told again when the page is loaded again, or sent on.
    if (refusal) void navigate(wanted, { replace: true });
  }, [refusal, wanted, navigate]);
  return (
    <div className={styles.google}>
      <a className={buttonClass()} href={`/api/auth/google?wanted=${encodeURIComponent(wanted)}`}>
        Sign in with Google
      </a>
      <p className={styles.error} role="alert">
        {refusal && googleRefusals[refusal].message}
      </p>
    </div>
  );
}
