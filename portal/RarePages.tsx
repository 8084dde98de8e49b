import { useEffect, useRef } from 'react';
import { Link, useLocation, useRoutes } from 'react-router-dom';
import { documentTitle } from './frame/breadcrumbPath.ts';
import { Frame } from './frame/Frame.tsx';
import { PageHead } from './frame/PageHead.tsx';
import styles from './frame/RouteGuard.module.css';
import { RouteGuard } from './frame/RouteGuard.tsx';
import { SignedOutPage } from './frame/SignedOutPage.tsx';
import { auditRoutes } from './prospect-audit/ProspectAuditPage.tsx';
import { useSession } from './session/SessionProvider.tsx';
import { firstCallRoutes } from './settings/first-call/FirstCallPage.tsx';
import { shareRoutes } from './shares/SharedPage.tsx';

/** The rarely visited pages and the not-found page, in a chunk of their own to keep the entry small. */
export const RarePages = () => useRoutes(rareRoutes);

const rareRoutes = [
  ...shareRoutes,
  { element: <RouteGuard />, children: [...auditRoutes, ...firstCallRoutes] },
  { path: '*', element: <NotFound /> },
];

/**
 * The not-found page, the only one without a sign-in (spec 2). /admin is another app; for people who are signed out,
 * the server shows this page in its place. It offers the sign-in, then reloads, so that the browser loads /admin.
 */
function NotFound() {
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
