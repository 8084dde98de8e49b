import type { KnownFile } from '#schemas/forms/kinds/file.ts';
import { Icon } from '../../look/Icon.tsx';
import { FileLink } from './FileLink.tsx';
import styles from './FileUpload.module.css';

interface KeptFileProps {
  file: KnownFile & { about?: string };
  /** Removes the file from the field; null in read-only fields. */
  remove: (() => void) | null;
}

/** A stored file of the field. */
export function StoredFile({ file, remove }: KeptFileProps) {
  return (
    <>
      <FileLink file={file} />
      {file.about && <span className={styles.about}>{file.about}</span>}
      {remove && (
        <button type="button" className={styles.button} aria-label={`Remove ${file.name}`} onClick={remove}>
          <Icon name="close" size={16} />
        </button>
      )}
    </>
  );
}
