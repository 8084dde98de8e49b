import { useState } from 'react';
import type { AuthProvider } from '#schemas/generated/types.ts';
import type { Elements } from '../forms/elements.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { FreshSignIn, needsFreshSignIn } from './FreshSignIn.tsx';
import { RemoveQuestion } from './RemoveQuestion.tsx';
import styles from './SettingsPage.module.css';
import { useRemoveWay } from './useWaysIn.ts';

interface WayRowProps {
  way: AuthProvider;
  notes: string[];
  /** The title and text of the confirmation before it is removed. */
  question: string;
  consequence: string;
  /** Whether the person may change it here. */
  isOwn: boolean;
  /** Additional actions. */
  children?: Elements;
}

/** One sign-in method, with its remove button. */
export function WayRow({ way, notes, question, consequence, isOwn, children }: WayRowProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveWay(() => setAsking(false));
  const name = way.label ?? way.key;
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
        (needsFreshSignIn(remove.error) ? (
          <FreshSignIn what="This change" kept="After it, remove it here." onBack={remove.reset} />
        ) : (
          <Banner status="error" title={remove.error.message} />
        ))}
      {isAsking && (
        <RemoveQuestion
          title={question}
          isBusy={remove.isPending}
          onRemove={() => remove.mutate(way, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {consequence}
        </RemoveQuestion>
      )}
    </li>
  );
}
