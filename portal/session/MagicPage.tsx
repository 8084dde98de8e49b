import { useState } from 'react';
import { loadable } from '../forms/loadable.tsx';
import { UnloadedPage } from '../look/UnloadedPage.tsx';
import styles from './MagicPage.module.css';
import { SignIn } from './SignIn.tsx';

/** What the token of a link that verifies an address begins with; that of a sign-in link holds no dot. */
const mark = 'verify.';

const VerifyAddress = loadable(async () => (await import('./VerifyAddress.tsx')).VerifyAddress, {
  missing: UnloadedPage,
});

/** Where the links of our mails lead (design 5): they sign in, or verify an address. */
export function MagicPage() {
  const [token] = useState(() => location.hash.slice(1));
  return (
    <main className={styles.page}>
      <h1>Portal</h1>
      {token.startsWith(mark) ? <VerifyAddress token={token} /> : <SignIn token={token} />}
    </main>
  );
}
