import { useState } from 'react';
import { apiKeyPermissions } from '#schemas/access/sign-in-methods.ts';
import type { AuthProvider } from '#schemas/generated/types.ts';
import { Button } from '../look/Button.tsx';
import { ApiKeyForm, useKeyFormParams } from './ApiKeyForm.tsx';
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethodRow } from './SignInMethodRow.tsx';

/** The API keys by which programs act in the person's name. */
export function ApiKeys({ ways, isOwn }: { ways: AuthProvider[]; isOwn: boolean }) {
  const { values, clear } = useKeyFormParams();
  const [isOpen, setOpen] = useState(values.key !== undefined);
  const [newKey, setNewKey] = useState<AuthProvider>();
  const close = () => {
    setOpen(false);
    clear();
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
            <SignInMethodRow
              key={way.id}
              method={way}
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
        <ApiKeyForm
          onMade={(key) => {
            close();
            setNewKey(key);
          }}
          onClose={close}
        />
      )}
      {newKey && <NewApiKeyDialog apiKey={newKey} onClose={() => setNewKey(undefined)} />}
    </>
  );
}
