import type { AuthProvider } from '#schemas/generated/types.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { useToast } from '../look/Toasts.tsx';
import styles from './SettingsPage.module.css';

/** Shows a new API key with its secret, which is shown only once. */
export function NewApiKeyDialog({ apiKey, onClose }: { apiKey: AuthProvider; onClose: () => void }) {
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
