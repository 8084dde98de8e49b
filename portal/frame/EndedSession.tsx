import { useEffect, useRef, useState } from 'react';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LoginModal } from '../session/LoginModal.tsx';
import { useSession, useSignedIn } from '../session/SessionProvider.tsx';
import styles from './EndedSession.module.css';

/**
 * Over a page whose session has ended: the page stays for the same person's return (design 5). The sign-in dialog opens at once,
 * or when the person leaves the field that has the focus: it would take the keys that are meant for the field.
 */
export function EndedSession() {
  const { giveUp } = useSession();
  const { user } = useSignedIn();
  const [field] = useState(fieldWithFocus);
  const [isAsking, setAsking] = useState(field === null);
  // It opens by itself once.
  const wasAsked = useRef(false);
  useEffect(() => {
    if (isAsking) wasAsked.current = true;
  }, [isAsking]);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askOnceLeft = () => {
      // From field to field somebody goes on, the bar has buttons of its own, and in another window nobody leaves this one's field.
      const { activeElement } = document;
      if (wasAsked.current || isField(activeElement) || bar.current?.contains(activeElement) || !document.hasFocus())
        return;
      setAsking(true);
    };
    // A press on the bar comes first: the dialog would be in its way.
    const leave = () => {
      clearTimeout(timer);
      timer = setTimeout(askOnceLeft, afterLeaving);
    };
    addEventListener('focusout', leave);
    return () => {
      clearTimeout(timer);
      removeEventListener('focusout', leave);
      // Back in the session, one goes on where one was.
      if (document.activeElement === document.body) field?.focus();
    };
  }, [field]);
  return (
    <>
      <div ref={bar} className={styles.bar}>
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
          Nothing can be saved until you sign in again. What is on this page stays here.
        </Banner>
      </div>
      {isAsking && (
        <LoginModal
          // Whoever acted for this person comes back as themselves.
          address={user.proxiedBy ? '' : user.email}
          note="You have been signed out. What is on this page stays here until you are back."
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** How long after a field was left the dialog opens; milliseconds. */
const afterLeaving = 300;

/** What takes keys: also a list or a choice, which goes to what is typed. */
const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, select, textarea, [contenteditable=true]');

const fieldWithFocus = (): HTMLElement | null => (isField(document.activeElement) ? document.activeElement : null);
