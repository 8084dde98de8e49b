import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../session/SessionProvider.tsx';
import { documentTitle } from './breadcrumbPath.ts';
import { Frame } from './Frame.tsx';
import { PageHead } from './PageHead.tsx';
import styles from './RouteGuard.module.css';
import { SignedOutPage } from './SignedOutPage.tsx';

/**
 * The not-found page, the only one without a sign-in (spec 2). /admin is another app; for people who are signed out,
 * the server shows this page in its place. It offers the sign-in, then reloads, so that the browser loads /admin.
 */
export function NotFound() {
  const session = useSession();
  const { pathname } = useLocation();
  const isBackOffice = /^\/admin(\/|$)/.test(pathname);
  const hasShownSignIn = useRef(false);
  useEffect(() => {
    if (session.state === 'signedOut') hasShownSignIn.current = true;
    if (session.state === 'signedIn' && hasShownSignIn.current && isBackOffice) location.reload();
  }, [session.state, isBackOffice]);
  useEffect(() => {
    document.title = documentTitle(title);
  }, []);
  if (isBackOffice && session.state === 'signedOut') return <SignedOutPage />;
  const text = (
    <>
      <p>The page may have moved, or the link may be incomplete.</p>
      <p>
        <Link to="/">Go home</Link>
      </p>
    </>
  );
  if (session.state !== 'signedIn') {
    return (
      <main className={styles.alone}>
        <PageHead title={title} />
        {text}
      </main>
    );
  }
  return (
    <Frame>
      <PageHead title={title} />
      {text}
    </Frame>
  );
}

const title = 'Page not found';
