import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import styles from './FileUpload.module.css';
import type { Upload } from './uploads.ts';

interface SentFileProps {
  upload: Upload;
  cancel: () => void;
  retry: () => void;
}

/** An upload in progress with its progress bar; or its error, with a retry button. */
export function UploadProgress({ upload: { file, progress, failure, isRejected }, cancel, retry }: SentFileProps) {
  return (
    <>
      <span className={styles.name}>{file.name}</span>
      {failure === null ? (
        <progress className={styles.progress} value={progress} aria-label={`Sending ${file.name}`} />
      ) : (
        <span className={styles.failure} role="alert">
          <Icon name="alert" size={16} /> <span>{failure}</span>
        </span>
      )}
      {failure !== null && !isRejected && (
        <Button kind="quiet" aria-label={`Try to send ${file.name} again`} onClick={retry}>
          Try again
        </Button>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={failure === null ? `Stop sending ${file.name}` : `Give up ${file.name}`}
        onClick={cancel}
      >
        <Icon name="close" size={16} />
      </button>
    </>
  );
}
