import { PageHead } from '../frame/PageHead.tsx';
import { AccountForm } from './AccountForm.tsx';
import { EmailAddresses } from './EmailAddresses.tsx';
import { FileRoom } from './FileRoom.tsx';
import { Invitations } from './Invitations.tsx';
import { LookSettings } from './LookSettings.tsx';
import { Notices } from './Notices.tsx';
import { Rights } from './Rights.tsx';
import { Sessions } from './Sessions.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethods } from './SignInMethods.tsx';

/** The settings page: account, sign-in methods, notifications, and appearance in this browser. */
export function SettingsPage() {
  return (
    <div className={styles.page}>
      <PageHead title="Settings" />
      <Invitations />
      <AccountForm />
      <EmailAddresses />
      <SignInMethods />
      <Notices />
      <FileRoom />
      <Rights />
      <Sessions />
      <LookSettings />
    </div>
  );
}
