import { PageHead } from '../frame/PageHead.tsx';
import { AccountForm } from './AccountForm.tsx';
import { EmailAddresses } from './EmailAddresses.tsx';
import { StorageQuota } from './FileRoom.tsx';
import { Invitations } from './Invitations.tsx';
import { AppearanceSettings } from './LookSettings.tsx';
import { NotificationSettings } from './Notices.tsx';
import { PermissionsSection } from './Rights.tsx';
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
      <NotificationSettings />
      <StorageQuota />
      <PermissionsSection />
      <Sessions />
      <AppearanceSettings />
    </div>
  );
}
