import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { GoogleAccountRow } from './GoogleAccountRow.tsx';
import { PasswordRow } from './PasswordRow.tsx';
import styles from './SettingsPage.module.css';
import { useSignInMethods } from './useSignInMethods.ts';

/** The sign-in methods besides magic links, and the API keys of the account. */
export function SignInMethods() {
  const { user } = useSignedIn();
  const switches = useSignInMethods();
  const providersOf = (type: (typeof user.authProviders)[number]['type']) =>
    user.authProviders.filter((each) => each.type === type);
  const isOwn = user.proxiedBy === undefined;
  return (
    <section className={styles.section} aria-labelledby="sign-in-methods">
      <h2 id="sign-in-methods">Sign-in methods</h2>
      <p className={styles.hint}>
        {`A link to one of your addresses always signs you in. A change here needs a sign-in of the last 15 minutes, and you are told of it by mail.${!isOwn ? ` Only ${user.name} can change it, not who is signed in as ${user.name}.` : ''}`}
      </p>
      {switches.isPending && <Skeleton lines={4} />}
      {switches.error && <LoadError error={switches.error} onRetry={() => void switches.refetch()} />}
      {switches.data && (
        <>
          <PasswordRow way={providersOf('BASIC')[0]} isOn={switches.data.auth.basic} isOwn={isOwn} />
          <GoogleAccountRow ways={providersOf('GOOGLE')} isOn={switches.data.auth.google} isOwn={isOwn} />
          <ApiKeys ways={providersOf('API_HMAC')} isOwn={isOwn} />
        </>
      )}
    </section>
  );
}
