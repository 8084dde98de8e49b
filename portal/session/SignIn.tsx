import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { LoginModal } from './LoginModal.tsx';
import { useSession } from './SessionProvider.tsx';
import { takeWantedPath } from './wantedPath.ts';

/**
 * Signs in by the link of a mail (design 5). In the browser that asked it goes on by itself; anywhere else it waits
 * for a press, since mail scanners open every link. Then home, and on to the place that was asked for.
 */
export function SignIn({ token }: { token: string }) {
  const hasBegun = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { enter, state } = useSession();
  const verify = useMutation({
    mutationFn: () => request<User>({ method: 'POST', path: 'auth/magic/verify', body: { token }, isOpen: true }),
    onSuccess: (user) => {
      enter(user);
      const wanted = takeWantedPath(Date.now());
      if (wanted?.startsWith('/admin')) {
        location.replace(wanted);
        return;
      }
      void navigate('/', { replace: true });
      if (wanted) void navigate(wanted);
    },
  });
  const { mutate } = verify;
  useEffect(() => {
    if (hasBegun.current || !token || !hasAskedHere()) return;
    hasBegun.current = true;
    mutate();
  }, [mutate, token]);
  return (
    <>
      {!token && (
        <Banner status="error" title="This address holds no sign-in link.">
          Please open the link of the mail again, or ask for a new one.
        </Banner>
      )}
      {verify.error && <Banner status="error" title={verify.error.message} />}
      {token && !verify.error ? (
        <Button kind="primary" isBusy={!verify.isIdle} onClick={() => mutate()}>
          {verify.isIdle ? 'Sign in' : 'Signing in…'}
        </Button>
      ) : (
        <Button kind="primary" onClick={() => setAsking(true)}>
          Get a new link
        </Button>
      )}
      {verify.error && state === 'signedIn' && (
        <Link className={buttonClass()} to="/">
          You are signed in already: go to the portal
        </Link>
      )}
      {isAsking && <LoginModal onClose={() => setAsking(false)} />}
    </>
  );
}

/** The browser that asked for the link holds a cookie that says so. */
function hasAskedHere(): boolean {
  return document.cookie.split('; ').includes('link-asked=1');
}
