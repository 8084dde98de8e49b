import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { googleRefusals, isGoogleRefusal } from '#schemas/access/google-refusals.ts';
import { longestPath } from '#schemas/access/own-path.ts';
import { buttonClass } from '../look/Button.tsx';
import styles from './OtherWay.module.css';

/** Leads to Google and, from there, back to this page; why that came to nothing is told by a word in the address (design 5). */
export function GoogleSignIn() {
  const [{ refusal, wanted }] = useState(hereAndWhy);
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
        {refusal}
      </p>
    </div>
  );
}

/** The message of the refusal, if one has led here, and the address without it. */
function hereAndWhy(): { refusal: string | undefined; wanted: string } {
  const { pathname, search } = location;
  const asked = new URLSearchParams(search);
  const word = asked.get('google') ?? '';
  asked.delete('google');
  const here = asked.size > 0 ? `${pathname}?${asked}` : pathname;
  return {
    refusal: isGoogleRefusal(word) ? googleRefusals[word].message : undefined,
    wanted: here.length > longestPath ? pathname : here,
  };
}
