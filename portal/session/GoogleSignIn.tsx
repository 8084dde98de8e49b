import { useEffect, useState } from 'react';
import { googleRefusals, isGoogleRefusal } from '#schemas/access/google-refusals.ts';
import { buttonClass } from '../look/Button.tsx';
import styles from './OtherWay.module.css';

/** Leads to Google and, from there, back to this page; why that came to nothing is told by a word in the address (design 5). */
export function GoogleSignIn() {
  const [{ refusal, wanted }] = useState(hereAndWhy);
  useEffect(() => {
    // Else it would be told again when the page is loaded again, or sent on.
    if (refusal) history.replaceState(history.state, '', wanted);
  }, [refusal, wanted]);
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
  const rest = asked.size > 0 ? `?${asked}` : '';
  return { refusal: isGoogleRefusal(word) ? googleRefusals[word].message : undefined, wanted: `${pathname}${rest}` };
}
