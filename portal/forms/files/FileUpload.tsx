import { type AriaAttributes, type Ref, useState, useSyncExternalStore } from 'react';
import type { FileValue, KnownFile } from '#schemas/forms/kinds/file.ts';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import frame from '../fields/Field.module.css';
import { FileLink } from './FileLink.tsx';
import styles from './FileUpload.module.css';
import { type AcceptedFileTypes, fileTypeError } from './fileValidation.ts';
import type { Upload, Uploads } from './uploads.ts';

interface FileChoiceProps {
  /** The id of the input, which also keys its uploads. */
  id: string;
  uploads: Uploads;
  /** The stored files, each with an optional note beside its name. */
  files: readonly (KnownFile & { about?: string })[];
  isMultiple: boolean;
  /** The accepted file types; any by default. */
  accepted?: AcceptedFileTypes;
  isLocked?: boolean;
  isDisabled?: boolean;
  described: AriaAttributes;
  add: (uploaded: FileValue) => void;
  remove: (index: number) => void;
  leave: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A file input with drag and drop, the list of uploads in progress and of stored files. */
export function FileUpload(props: FileChoiceProps) {
  const { id, uploads, files, isMultiple, described, add, remove, leave } = props;
  const { isLocked = false, isDisabled = false, inputRef, accepted } = props;
  const pending = useSyncExternalStore(uploads.subscribe, () => uploads.of(id));
  const [announcement, announce] = useState('');
  const listId = `${id}-files`;
  const send = (chosen: readonly File[]) => {
    // Single file: cancel the pending upload in favor of the newer choice.
    if (!isMultiple) for (const each of pending) uploads.cancel(each.id);
    for (const file of isMultiple ? chosen : chosen.slice(0, 1)) {
      const done = (uploaded: FileValue) => {
        add(uploaded);
        announce(`${uploaded.name} uploaded`);
      };
      // Dropped files bypass the `accept` attribute.
      uploads.start(id, file, done, fileTypeError(file, accepted));
    }
  };
  const removeFile = (index: number, name: string) => {
    remove(index);
    announce(`${name} removed`);
    document.getElementById(id)?.focus();
  };
  return (
    <>
      <div className={styles.files}>
        {!isLocked && (
          <input
            id={id}
            ref={inputRef}
            className={`${frame.control} ${styles.drop}`}
            type="file"
            multiple={isMultiple}
            accept={accepted?.types}
            disabled={isDisabled}
            {...described}
            aria-describedby={[described['aria-describedby'], listId].filter(Boolean).join(' ')}
            onChange={(event) => {
              send([...(event.currentTarget.files ?? [])]);
              // Allows choosing the same file again, for example after removing it.
              event.currentTarget.value = '';
            }}
            onBlur={leave}
          />
        )}
        <ul className={styles.list} id={listId}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may occur twice, and the items are stateless
            <li key={`${index} ${file.id}`} className={styles.file}>
              <StoredFile file={file} remove={isLocked ? null : () => removeFile(index, file.name)} />
            </li>
          ))}
          {pending.map((each) => (
            <li key={each.id} className={styles.file}>
              <UploadProgress
                upload={each}
                cancel={() => uploads.cancel(each.id)}
                retry={() => uploads.retry(each.id)}
              />
            </li>
          ))}
        </ul>
        {isLocked && files.length === 0 && <p className={styles.none}>No file</p>}
      </div>
      <span className={frame.unseen} role="status">
        {announcement}
      </span>
    </>
  );
}

interface StoredFileProps {
  file: KnownFile & { about?: string };
  /** Removes the file from the field; null in read-only fields. */
  remove: (() => void) | null;
}

/** A stored file of the field. */
function StoredFile({ file, remove }: StoredFileProps) {
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

interface SentFileProps {
  upload: Upload;
  cancel: () => void;
  retry: () => void;
}

/** An upload in progress with its progress bar; or its error, with a retry button. */
function UploadProgress({ upload: { file, progress, failure, isRejected }, cancel, retry }: SentFileProps) {
  return (
    <>
      <span className={styles.name}>{file.name}</span>
      {failure === null ? (
        <progress className={styles.progress} value={progress} aria-label={`Uploading ${file.name}`} />
      ) : (
        <span className={styles.failure} role="alert">
          <Icon name="alert" size={16} /> <span>{failure}</span>
        </span>
      )}
      {failure !== null && !isRejected && (
        <Button kind="quiet" aria-label={`Try to upload ${file.name} again`} onClick={retry}>
          Try again
        </Button>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={failure === null ? `Cancel upload of ${file.name}` : `Remove ${file.name}`}
        onClick={cancel}
      >
        <Icon name="close" size={16} />
      </button>
    </>
  );
}
