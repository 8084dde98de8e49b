import { useState } from 'react';
import { apiKeyPermissions } from '#schemas/access/sign-in-methods.ts';
import type { AuthProvider } from '#schemas/generated/types.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { useToast } from '../look/Toasts.tsx';
import { ApiKeyForm, useKeyFormParams } from './ApiKeyForm.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethodList } from './SignInMethodRow.tsx';

/** The API keys by which programs act in the person's name. */
export function ApiKeys({ methods, isOwn }: { methods: AuthProvider[]; isOwn: boolean }) {
  const { values, clear } = useKeyFormParams();
  const [isOpen, setOpen] = useState(values.key !== undefined);
  const [newKey, setNewKey] = useState<AuthProvider>();
  const close = () => {
    setOpen(false);
    clear();
  };
  return (
    <>
      <h3>API keys</h3>
      <p className={styles.hint}>
        A program signs its API requests with a key and acts on your behalf. A key stops working when you remove it, or
        when your account is deactivated.
      </p>
      <SignInMethodList
        methods={methods}
        isOwn={isOwn}
        textsOf={(method) => ({
          notes: [apiKeyPermissions(method), `ID ${method.id}`],
          question: 'Remove this key?',
          consequence: `API requests signed with “${method.key}” will be rejected.`,
        })}
      />
      {!isOpen && isOwn && (
        <div className={styles.actions}>
          <Button onClick={() => setOpen(true)}>Create a key</Button>
        </div>
      )}
      {isOpen && isOwn && (
        <ApiKeyForm
          onCreated={(key) => {
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

/** Shows a new API key with its secret, which is shown only once. */
function NewApiKeyDialog({ apiKey, onClose }: { apiKey: AuthProvider; onClose: () => void }) {
  return (
    <Dialog
      title={`Key “${apiKey.key}”`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I've saved the secret
        </Button>
      }
    >
      <Banner status="warn" title="Save the secret now. You won't see it again.">
        Store it where only the program can read it. If you lose it, remove the key and create a new one.
      </Banner>
      <Shown label="Key ID" text={apiKey.id} />
      <Shown label="Secret" text={apiKey.secret ?? ''} />
    </Dialog>
  );
}

function Shown({ label, text }: { label: string; text: string }) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(`${label} copied`),
      () => toast(`${label} couldn't be copied. Select it and press Ctrl+C.`),
    );
  return (
    <div className={styles.shown}>
      <LabeledInput label={label} readOnly value={text} onFocus={({ target }) => target.select()} />
      {/* The clipboard API needs a secure context (https). */}
      {'clipboard' in navigator && (
        <Button aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
      )}
    </div>
  );
}
