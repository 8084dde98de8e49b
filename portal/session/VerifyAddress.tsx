import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { LoginModal } from './LoginModal.tsx';
import { useSession } from './SessionProvider.tsx';

/**
 * The landing page of an address-verification link (design 5). In a session of the account's owner it verifies
 * automatically; elsewhere it explains where to open the link. It signs nobody in.
 */
export function VerifyAddress({ token }: { token: string }) {
  const hasBegun = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const { setUser, state } = useSession();
  const verify = useMutation({
    mutationFn: () => request<User>({ method: 'POST', path: 'auth/magic/verify', body: { token }, isOpen: true }),
    onSuccess: setUser,
  });
  const { mutate } = verify;
  useEffect(() => {
    if (hasBegun.current || state !== 'signedIn') return;
    hasBegun.current = true;
    mutate();
  }, [mutate, state]);
  const toSettings = (
    <Link className={buttonClass('primary')} to="/settings">
      Go to your settings
    </Link>
  );
  if (verify.isSuccess)
    return (
      <>
        <Banner status="success" title="Your e-mail address is verified.">
          You can now sign in with a link sent to it, and make it your primary address.
        </Banner>
        {toSettings}
      </>
    );
  if (verify.error)
    return (
      <>
        <Banner status={isElsewhere(verify.error) ? 'info' : 'error'} title={verify.error.message} />
        {toSettings}
      </>
    );
  if (state !== 'signedOut') return <p role="status">Verifying your address…</p>;
  return (
    <>
      <Banner status="info" title="This link only verifies an e-mail address.">
        Open it in a browser where you're signed in to the account that added the address, or sign in here and open it
        again. Nothing was changed.
      </Banner>
      <Button kind="primary" onClick={() => setAsking(true)}>
        Portal Login
      </Button>
      {isAsking && <LoginModal onClose={() => setAsking(false)} />}
    </>
  );
}

/** Not a failure: the link belongs to another account and stays valid. */
const isElsewhere = (error: Error): boolean => error instanceof ApiError && error.code === 'REQUEST_DENIED';
