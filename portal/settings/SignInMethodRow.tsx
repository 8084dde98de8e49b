import { useState } from 'react';
import type { AuthProvider } from '#schemas/generated/types.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import styles from './SettingsPage.module.css';
import { useRemoveSignInMethod } from './useSignInMethods.ts';

interface SignInMethodRowProps {
  method: AuthProvider;
  notes: string[];
  /** The title and text of the confirmation before it is removed. */
  question: string;
  consequence: string;
  /** Whether the person may change it here. */
  isOwn: boolean;
  /** Additional actions. */
  children?: ElementSlot;
}

interface SignInMethodListProps {
  methods: AuthProvider[];
  isOwn: boolean;
  /** The texts of one of them. */
  textsOf: (method: AuthProvider) => Pick<SignInMethodRowProps, 'notes' | 'question' | 'consequence'>;
}

/** Sign-in methods of one kind, each with its remove button; nothing if there are none. */
export function SignInMethodList({ methods, isOwn, textsOf }: SignInMethodListProps) {
  if (methods.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {methods.map((method) => (
        <SignInMethodRow key={method.id} method={method} isOwn={isOwn} {...textsOf(method)} />
      ))}
    </ul>
  );
}

/** One sign-in method, with its remove button. */
export function SignInMethodRow({ method, notes, question, consequence, isOwn, children }: SignInMethodRowProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveSignInMethod(() => setAsking(false));
  const name = method.label ?? method.key;
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <span>{name}</span>
        {notes.map((note) => (
          <span key={note} className={styles.note}>
            {note}
          </span>
        ))}
      </span>
      {isOwn && children}
      {isOwn && (
        <Button kind="quiet" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      )}
      {remove.error &&
        (needsReauthentication(remove.error) ? (
          <ReauthenticationBanner subject="this change" note="Sign in, then remove it here." onBack={remove.reset} />
        ) : (
          <Banner status="error" title={remove.error.message} />
        ))}
      {isAsking && (
        <RemoveDialog
          title={question}
          isBusy={remove.isPending}
          onRemove={() => remove.mutate(method, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {consequence}
        </RemoveDialog>
      )}
    </li>
  );
}
