import { useState } from 'react';
import styles from './MagicPage.module.css';
import { SignIn } from './SignIn.tsx';
import { VerifyAddress, verifiesAddress } from './VerifyAddress.tsx';

/** Where the links of our mails lead (design 5): they sign in, or verify an address. */
export function MagicPage() {
  const [token] = useState(() => location.hash.slice(1));
  return (
    <main className={styles.page}>
      <h1>Portal</h1>
      {verifiesAddress(token) ? <VerifyAddress token={token} /> : <SignIn token={token} />}
    </main>
  );
}
