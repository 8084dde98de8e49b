import { Icon } from '../../look/Icon.tsx';
import type { FieldNotice } from '../typed/typedField.ts';
import field from './Field.module.css';
import styles from './StoredNotice.module.css';

/** Tells that the stored value differs from the typed text, with a button to restore the text (design 7). */
export function StoredNotice({
  id,
  notice: { message, restore },
  onRestore,
}: {
  id: string;
  notice: FieldNotice;
  onRestore?: ((text: string) => void) | undefined;
}) {
  return (
    <div className={styles.notice}>
      <p id={id} role="status" className={field.hint}>
        <Icon name="info" size={16} />
        <span>{message}</span>
      </p>
      {restore && onRestore && (
        <button type="button" className={styles.restore} onClick={() => onRestore(restore.text)}>
          {restore.label}
        </button>
      )}
    </div>
  );
}
