import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { AccessDialog } from '../access/AccessDialog.tsx';
import { request } from '../api/request.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { AccountForm } from './AccountForm.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { EmailAddresses } from './EmailAddresses.tsx';
import { GoogleAccountRow } from './GoogleAccountRow.tsx';
import { Invitations } from './Invitations.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { PasswordRow } from './PasswordRow.tsx';
import { Sessions } from './Sessions.tsx';
import styles from './SettingsPage.module.css';

import { useSignInMethods } from './useSignInMethods.ts';

/** The settings page: account, sign-in methods, notifications, and appearance in this browser. */
export function SettingsPage() {
  return (
    <div className={styles.page}>
      <PageHead title="Settings" />
      <Invitations />
      <AccountForm />
      <EmailAddresses />
      <SignInMethods />
      <NotificationSettings />
      <StorageQuota />
      <PermissionsSection />
      <Sessions />
      <AppearanceSettings />
    </div>
  );
}

/** The section that explains one's permissions and where they come from. */
function PermissionsSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="rights">
      <h2 id="rights">What you can do</h2>
      <p className={styles.hint}>Your roles, memberships and guild decide this.</p>
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>Show what you can do</Button>
      </div>
      {isOpen && <AccessDialog title="What you can do, and why" onClose={() => setOpen(false)} />}
    </section>
  );
}

interface FileUsage {
  used: number;
  allowed: number;
}

/** The storage quota of the person's files. */
function StorageQuota() {
  const { data, error } = useQuery({
    queryKey: ['files', 'usage'],
    queryFn: ({ signal }) => request<FileUsage>({ path: 'files/usage', signal }),
  });
  return (
    <section className={styles.section} aria-labelledby="file-room">
      <h2 id="file-room">Your files</h2>
      {error && <Banner status="error" title={error.message} />}
      {data && (
        <p
          className={styles.hint}
        >{`Your uploads use ${sizeInWords(data.used)} of your ${sizeInWords(data.allowed)}. Files that are no longer used are removed after 7 days.`}</p>
      )}
    </section>
  );
}

/** The sign-in methods besides magic links, and the API keys of the account. */
function SignInMethods() {
  const { user } = useSignedIn();
  const switches = useSignInMethods();
  const providersOf = (type: (typeof user.authProviders)[number]['type']) =>
    user.authProviders.filter((each) => each.type === type);
  const isOwn = user.proxiedBy === undefined;
  return (
    <section className={styles.section} aria-labelledby="sign-in-methods">
      <h2 id="sign-in-methods">Sign-in methods</h2>
      <p className={styles.hint}>
        {`You can always sign in with a link to one of your addresses. Changes here require a sign-in within the last 15 minutes, and we notify you of them by e-mail.${!isOwn ? ` Only ${user.name} can make changes, not someone signed in as ${user.name}.` : ''}`}
      </p>
      {switches.isPending && <Skeleton lines={4} />}
      {switches.error && <LoadError error={switches.error} onRetry={() => void switches.refetch()} />}
      {switches.data && (
        <>
          <PasswordRow method={providersOf('BASIC')[0]} isOn={switches.data.auth.basic} isOwn={isOwn} />
          <GoogleAccountRow methods={providersOf('GOOGLE')} isOn={switches.data.auth.google} isOwn={isOwn} />
          <ApiKeys methods={providersOf('API_HMAC')} isOwn={isOwn} />
        </>
      )}
    </section>
  );
}
