import { PageHead } from '../frame/PageHead.tsx';
import { AccountForm } from './AccountForm.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { EmailAddresses } from './EmailAddresses.tsx';
import { Invitations } from './Invitations.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { PermissionsSection } from './PermissionsSection.tsx';
import { Sessions } from './Sessions.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethods } from './SignInMethods.tsx';
import { StorageQuota } from './StorageQuota.tsx';

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
