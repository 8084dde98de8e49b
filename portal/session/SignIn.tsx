import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { loadable } from '../forms/loadable.tsx';
import { Button } from '../look/Button.tsx';
import { UnloadedPage } from '../look/UnloadedPage.tsx';
import { useSession } from './SessionProvider.tsx';
import { takeWantedPath } from './wantedPath.ts';

const NotSignedIn = loadable(async () => (await import('./NotSignedIn.tsx')).NotSignedIn, { missing: UnloadedPage });

/**
 * Signs in by the link of a mail (design 5). In the browser that asked it goes on by itself; anywhere else it waits
 * for a press, since mail scanners open every link. Then home, and on to the place that was asked for.
 */
export function SignIn({ token }: { token: string }) {
  const hasBegun = useRef(false);
  const navigate = useNavigate();
  const { enter } = useSession();
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
  if (!token || verify.error) return <NotSignedIn error={verify.error} />;
  return (
    <>
      {verify.isIdle && <p>This link signs you in here. It works once.</p>}
      <Button kind="primary" isBusy={!verify.isIdle} onClick={() => mutate()}>
        {verify.isIdle ? 'Sign in' : 'Signing in…'}
      </Button>
    </>
  );
}

/** The browser that asked for the link holds a cookie that says so. */
function hasAskedHere(): boolean {
  return document.cookie.split('; ').includes('link-asked=1');
}
