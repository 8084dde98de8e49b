import { type AriaAttributes, type Ref, useState, useSyncExternalStore } from 'react';
import type { FileValue, KnownFile } from '#schemas/forms/kinds/file.ts';
import frame from '../fields/Field.module.css';
import { type Accepted, typeRefusal } from './accepted.ts';
import styles from './FileBox.module.css';
import { KeptFile } from './KeptFile.tsx';
import { SentFile } from './SentFile.tsx';
import type { Uploads } from './uploads.ts';

interface FileChoiceProps {
  /** The input's; its uploads are known by it, too. */
  id: string;
  uploads: Uploads;
  /** Each with what is told beside its name. */
  files: readonly (KnownFile & { about?: string })[];
  isMultiple: boolean;
  /** What files are taken; any, where nothing is said. */
  accepted?: Accepted;
  isLocked?: boolean;
  isDisabled?: boolean;
  described: AriaAttributes;
  add: (uploaded: FileValue) => void;
  remove: (index: number) => void;
  leave: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Where files are chosen or dropped, those on their way, and those that are kept. */
export function FileChoice({ id, uploads, files, isMultiple, described, add, remove, leave, ...how }: FileChoiceProps) {
  const { isLocked = false, isDisabled = false, inputRef, accepted } = how;
  const sent = useSyncExternalStore(uploads.subscribe, () => uploads.of(id));
  const [said, say] = useState('');
  const listId = `${id}-files`;
  const send = (chosen: readonly File[]) => {
    // One file at most: what is still on its way gives way to what was chosen after it.
    if (!isMultiple) for (const each of sent) uploads.cancel(each.id);
    for (const file of isMultiple ? chosen : chosen.slice(0, 1)) {
      const done = (uploaded: FileValue) => {
        add(uploaded);
        say(`${uploaded.name} uploaded`);
      };
      // What is dropped may be of any type.
      uploads.start(id, file, done, typeRefusal(file, accepted));
    }
  };
  const takeOut = (index: number, name: string) => {
    remove(index);
    say(`${name} removed`);
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
              // The same file may be chosen again, say after it was removed.
              event.currentTarget.value = '';
            }}
            onBlur={leave}
          />
        )}
        <ul className={styles.list} id={listId}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice, and none has a state of its own
            <li key={`${index} ${file.id}`} className={styles.file}>
              <KeptFile file={file} remove={isLocked ? null : () => takeOut(index, file.name)} />
            </li>
          ))}
          {sent.map((each) => (
            <li key={each.id} className={styles.file}>
              <SentFile upload={each} cancel={() => uploads.cancel(each.id)} retry={() => uploads.retry(each.id)} />
            </li>
          ))}
        </ul>
        {isLocked && files.length === 0 && <p className={styles.none}>No file</p>}
      </div>
      <span className={frame.unseen} role="status">
        {said}
      </span>
    </>
  );
}
