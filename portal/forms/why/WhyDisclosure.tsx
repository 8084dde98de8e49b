import { type ReactNode, useId, useState } from 'react';
import field from '../fields/Field.module.css';
import styles from './WhyDisclosure.module.css';

/**
 * A disclosure button 'Why?' that opens an explanation below; `about` completes its accessible name. Both are items of
 * a wrapping flex line.
 */
export function WhyDisclosure({ about, children }: { about: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.why}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Why?<span className={field.unseen}>{` ${about}`}</span>
      </button>
      <div id={id} className={styles.answer} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}
