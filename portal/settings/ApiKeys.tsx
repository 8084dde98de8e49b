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
      <h3>Keys of machines</h3>
      <p className={styles.hint}>
        A program signs its calls of the API by a key, and acts in your name. A key ends when you remove it, or when
        your account is made inactive.
      </p>
      <SignInMethodList
        methods={methods}
        isOwn={isOwn}
        textsOf={(method) => ({
          notes: [apiKeyPermissions(method), `Id ${method.id}`],
          question: 'Remove this key?',
          consequence: `Whatever calls the API by '${method.key}' is refused from then on.`,
        })}
      />
      {!isOpen && isOwn && (
        <div className={styles.actions}>
          <Button onClick={() => setOpen(true)}>Make a key</Button>
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
      title={`The key '${apiKey.key}'`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have kept the secret
        </Button>
      }
    >
      <Banner status="warn" title="The secret is shown now, and never again">
        Keep it where the program finds it and nobody else does. When it is lost, remove the key and make another one.
      </Banner>
      <Shown label="Id of the key" text={apiKey.id} />
      <Shown label="Secret" text={apiKey.secret ?? ''} />
    </Dialog>
  );
}

function Shown({ label, text }: { label: string; text: string }) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(`${label} is copied`),
      () => toast(`${label} could not be copied: select it, and press Ctrl and C`),
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
