import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '../look/Banner.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { LoginModal } from './LoginModal.tsx';
import { useSession } from './SessionProvider.tsx';

/** Why a magic link failed, with a button for a new one. Without an error, the address has no token. */
export function NotSignedIn({ error }: { error: Error | null }) {
  const { state } = useSession();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {error ? (
        <Banner status="error" title={error.message} />
      ) : (
        <Banner status="error" title="This isn't a valid sign-in link.">
          Open the link in the e-mail again, or request a new one.
        </Banner>
      )}
      <Button kind="primary" onClick={() => setAsking(true)}>
        Get a new link
      </Button>
      {error && state === 'signedIn' && (
        <Link className={buttonClass()} to="/">
          You're already signed in. Go to the portal
        </Link>
      )}
      {isAsking && <LoginModal onClose={() => setAsking(false)} />}
    </>
  );
}
