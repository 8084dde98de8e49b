import { useSyncExternalStore } from 'react';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { useStore } from '../store/hooks.ts';
import styles from './PasteSummary.module.css';
import { isUnread, type Pasted, placeOf, summaryOf } from './pasteRows.ts';

/**
 * The summary of a paste: what could not be parsed or pasted, with a button to the first such cell. Disappears when
 * nothing is left.
 */
export function PasteSummary({ pasted, onClose }: { pasted: Pasted; onClose: () => void }) {
  const store = useStore();
  const count = useSyncExternalStore(store.watch, () => pasted.unread.filter((place) => isUnread(store, place)).length);
  if (count + pasted.left + pasted.refused === 0) return null;
  const unread = pasted.unread.filter((place) => isUnread(store, place));
  const [first] = unread;
  return (
    <div className={styles.summary}>
      <Icon name="warn" size={16} />
      <span className={styles.text}>{summaryOf({ ...pasted, unread })}</span>
      {first && <Button onClick={() => store.focusProblem(placeOf(first))}>Go to the first</Button>}
      <Button kind="quiet" aria-label="Close the summary of the paste" onClick={onClose}>
        <Icon name="close" size={16} />
      </Button>
    </div>
  );
}
