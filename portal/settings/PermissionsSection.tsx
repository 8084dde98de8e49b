import { useState } from 'react';
import { AccessDialog } from '../access/AccessDialog.tsx';
import { Button } from '../look/Button.tsx';
import styles from './SettingsPage.module.css';

/** The section that explains one's permissions and where they come from. */
export function PermissionsSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="rights">
      <h2 id="rights">What you may do</h2>
      <p className={styles.hint}>It comes from your roles, your memberships and your guild.</p>
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>Show what you may do</Button>
      </div>
      {isOpen && <AccessDialog title="What you may do, and why" onClose={() => setOpen(false)} />}
    </section>
  );
}
