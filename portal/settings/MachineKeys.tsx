import { useState } from 'react';
import { apiKeyPermissions } from '#schemas/access/ways-in.ts';
import type { AuthProvider } from '#schemas/generated/types.ts';
import { Button } from '../look/Button.tsx';
import { MachineKeyForm, useKeptKey } from './MachineKeyForm.tsx';
import { MadeKey } from './MadeKey.tsx';
import styles from './SettingsPage.module.css';
import { WayRow } from './WayRow.tsx';

/** The API keys by which programs act in the person's name. */
export function MachineKeys({ ways, isOwn }: { ways: AuthProvider[]; isOwn: boolean }) {
  const { kept, forget } = useKeptKey();
  const [isOpen, setOpen] = useState(kept.key !== undefined);
  const [newKey, setNewKey] = useState<AuthProvider>();
  const close = () => {
    setOpen(false);
    forget();
  };
  return (
    <>
      <h3>Keys of machines</h3>
      <p className={styles.hint}>
        A program signs its calls of the API by a key, and acts in your name. A key ends when you remove it, or when
        your account is made inactive.
      </p>
      {ways.length > 0 && (
        <ul className={styles.rows}>
          {ways.map((way) => (
            <WayRow
              key={way.id}
              way={way}
              isOwn={isOwn}
              notes={[apiKeyPermissions(way), `Id ${way.id}`]}
              question="Remove this key?"
              consequence={`Whatever calls the API by '${way.key}' is refused from then on.`}
            />
          ))}
        </ul>
      )}
      {!isOpen && isOwn && (
        <div className={styles.actions}>
          <Button onClick={() => setOpen(true)}>Make a key</Button>
        </div>
      )}
      {isOpen && isOwn && (
        <MachineKeyForm
          onMade={(key) => {
            close();
            setNewKey(key);
          }}
          onClose={close}
        />
      )}
      {newKey && <MadeKey made={newKey} onClose={() => setNewKey(undefined)} />}
    </>
  );
}
