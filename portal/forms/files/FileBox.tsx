import { useState, useSyncExternalStore } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import type { FileValue, KnownFile } from '#schemas/forms/kinds/file.ts';
import frame from '../fields/Field.module.css';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { useField } from '../fields/useField.ts';
import { useStore } from '../store/hooks.ts';
import { currentRow } from './currentRow.ts';
import styles from './FileBox.module.css';
import { KeptFile } from './KeptFile.tsx';
import { SentFile } from './SentFile.tsx';
import { uploadsOf } from './uploads.ts';

interface FileBoxProps {
  widget: SoundWidget;
  row: Row;
  files: readonly KnownFile[];
  isMultiple: boolean;
  /** The field's value with a file more. */
  valueWith: (value: unknown, added: FileValue) => unknown;
  /** The field's value without the file at a place. */
  valueWithout: (value: unknown, index: number) => unknown;
}

/** Where files are chosen or dropped, those on their way, and those that are kept. */
export function FileBox({ widget, row, files, isMultiple, valueWith, valueWithout }: FileBoxProps) {
  const store = useStore();
  const field = useField(widget, row);
  const uploads = uploadsOf(store);
  const sent = useSyncExternalStore(uploads.subscribe, () => uploads.of(field.id));
  const [said, say] = useState('');
  const listId = `${field.id}-files`;
  const send = (chosen: readonly File[]) => {
    // One file at most: what is still on its way gives way to what was chosen after it.
    if (!isMultiple) for (const { id } of sent) uploads.cancel(id);
    for (const file of isMultiple ? chosen : chosen.slice(0, 1)) {
      uploads.start(field.id, file, (uploaded) => {
        const place = currentRow(store, row);
        if (!place) return;
        store.set(widget, place, valueWith(store.value(widget, place), uploaded));
        say(`${uploaded.name} uploaded`);
      });
    }
  };
  const remove = (index: number, name: string) => {
    store.set(widget, row, valueWithout(store.value(widget, row), index));
    say(`${name} removed`);
    document.getElementById(field.id)?.focus();
  };
  const described = [field.described['aria-describedby'], listId].filter(Boolean).join(' ');
  return (
    <FieldFrame widget={widget} field={field}>
      <div className={styles.files}>
        {!field.isLocked && (
          <input
            id={field.id}
            className={`${frame.control} ${styles.drop}`}
            type="file"
            multiple={isMultiple}
            disabled={field.isDisabled}
            {...field.described}
            aria-describedby={described}
            onChange={(event) => {
              send([...(event.currentTarget.files ?? [])]);
              // The same file may be chosen again, say after it was removed.
              event.currentTarget.value = '';
            }}
            onBlur={field.leave}
          />
        )}
        <ul className={styles.list} id={listId}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice, and none has a state of its own
            <li key={`${index} ${file.id}`} className={styles.file}>
              <KeptFile file={file} remove={field.isLocked ? null : () => remove(index, file.name)} />
            </li>
          ))}
          {sent.map((each) => (
            <li key={each.id} className={styles.file}>
              <SentFile upload={each} cancel={() => uploads.cancel(each.id)} retry={() => uploads.retry(each.id)} />
            </li>
          ))}
        </ul>
        {field.isLocked && files.length === 0 && <p className={styles.none}>No file</p>}
      </div>
      <span className={frame.unseen} role="status">
        {said}
      </span>
    </FieldFrame>
  );
}
