import { useSyncExternalStore } from 'react';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { useFormStore } from '../store/hooks.ts';
import styles from './PasteSummary.module.css';
import { fieldPath, isUnparsed, type PasteResult, summarizePaste } from './pasteRows.ts';

/**
 * The summary of a paste: what could not be parsed or pasted, with a button to the first such cell. Disappears when
 * nothing is left.
 */
export function PasteSummary({ pasted, onClose }: { pasted: PasteResult; onClose: () => void }) {
  const store = useFormStore();
  const count = useSyncExternalStore(
    store.subscribeAll,
    () => pasted.unparsed.filter((place) => isUnparsed(store, place)).length,
  );
  if (count + pasted.overflowRows + pasted.rejectedCells === 0) return null;
  const unparsed = pasted.unparsed.filter((place) => isUnparsed(store, place));
  const [first] = unparsed;
  return (
    <div className={styles.summary}>
      <Icon name="warn" size={16} />
      <span className={styles.text}>{summarizePaste({ ...pasted, unparsed })}</span>
      {first && <Button onClick={() => store.focusProblem(fieldPath(first))}>Go to the first</Button>}
      <Button kind="quiet" aria-label="Close the paste summary" onClick={onClose}>
        <Icon name="close" size={16} />
      </Button>
    </div>
  );
}
