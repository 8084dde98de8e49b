import { useState } from 'react';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageLoadError } from '../look/LoadError.tsx';
import styles from './MagicPage.module.css';
import { SignIn } from './SignIn.tsx';

/** The prefix of address-verification tokens; sign-in tokens contain no dot. */
const verificationPrefix = 'verify.';

const VerifyAddress = lazyComponent(async () => (await import('./VerifyAddress.tsx')).VerifyAddress, {
  errorFallback: PageLoadError,
});

/** The landing page of links in mails (design 5): signs in by magic link, or verifies an e-mail address. */
export function MagicPage() {
  const [token] = useState(() => location.hash.slice(1));
  return (
    <main className={styles.page}>
      <h1>Portal</h1>
      {token.startsWith(verificationPrefix) ? <VerifyAddress token={token} /> : <SignIn token={token} />}
    </main>
  );
}
