import { useEffect, useRef, useState } from 'react';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LoginModal } from '../session/LoginModal.tsx';
import { useSession, useSignedIn } from '../session/SessionProvider.tsx';
import styles from './SessionExpiredBanner.module.css';

/**
 * The banner over a page whose session has expired: the page stays until the same person signs in again (design 5). The
 * sign-in dialog opens at once, or, if a field has the focus, after the person leaves it. Otherwise the dialog would
 * receive the keystrokes for that field.
 */
export function SessionExpiredBanner() {
  const { leave } = useSession();
  const { user } = useSignedIn();
  const [field] = useState(fieldWithFocus);
  const [isAsking, setAsking] = useState(field === null);
  // The dialog opens automatically only once.
  const hasPrompted = useRef(false);
  useEffect(() => {
    if (isAsking) hasPrompted.current = true;
  }, [isAsking]);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const openDialogAfterBlur = () => {
      // Do not open the dialog if the focus moves to another field, to a button of the banner, or to another window.
      const { activeElement } = document;
      if (hasPrompted.current || isField(activeElement) || bar.current?.contains(activeElement) || !document.hasFocus())
        return;
      setAsking(true);
    };
    // Delayed, so that a click on the banner is handled before the dialog covers it.
    const handleFocusOut = () => {
      clearTimeout(timer);
      timer = setTimeout(openDialogAfterBlur, afterLeaving);
    };
    addEventListener('focusout', handleFocusOut);
    return () => {
      clearTimeout(timer);
      removeEventListener('focusout', handleFocusOut);
      // Restore the focus after the person has signed in again.
      if (document.activeElement === document.body) field?.focus();
    };
  }, [field]);
  return (
    <>
      <div ref={bar} className={styles.bar}>
        <Banner
          status="warn"
          title="You're signed out."
          actions={
            <>
              <Button onClick={leave}>Leave this page</Button>
              <Button kind="primary" onClick={() => setAsking(true)}>
                Sign in again
              </Button>
            </>
          }
        >
          You can't save until you sign in again. What you typed on this page isn't lost.
        </Banner>
      </div>
      {isAsking && (
        <LoginModal
          // Somebody who was acting for this person signs in as themselves.
          address={user.proxiedBy ? '' : user.email}
          note="You've been signed out. What you typed on this page isn't lost."
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Delay between leaving a field and opening the dialog, in milliseconds. */
const afterLeaving = 300;

/** Elements that receive keystrokes; lists and selects use them for type-ahead. */
const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, select, textarea, [contenteditable=true]');

const fieldWithFocus = (): HTMLElement | null => (isField(document.activeElement) ? document.activeElement : null);
