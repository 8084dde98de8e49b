import { authorText } from '#schemas/texts/author-text.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './ImpersonationBanner.module.css';
import { useLogout } from './useLogout.ts';

/**
 * The impersonation banner above every page while somebody is signed in as another person: who it is, and the button
 * that ends it (design 5).
 */
export function ImpersonationBanner() {
  const { user } = useSignedIn();
  const end = useLogout();
  return (
    <div className={styles.bar}>
      <Banner
        status="warn"
        title={`You are signed in as ${user.name}.`}
        actions={<Button onClick={() => void end()}>End</Button>}
      >{`Your actions are recorded as ${authorText(user.name, user.proxiedBy.name)}. This lasts an hour at most.`}</Banner>
    </div>
  );
}
