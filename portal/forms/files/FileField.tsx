import { type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { type FileValue, fileOf, filesOf, type KnownFile } from '#schemas/forms/kinds/file.ts';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { useField } from '../fields/useField.ts';
import type { FormStore } from '../store/formStore.ts';
import { useFieldValue, useFormStore } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import { FileUpload } from './FileUpload.tsx';
import { uploadsOf } from './uploads.ts';

/** A field for a single file: a new upload replaces it. */
export function FileField({ widget, row }: ViewProps<'file_input'>) {
  const file = fileOf(useFieldValue(widget, row));
  return (
    <FileUploadField
      widget={widget}
      row={row}
      files={file ? [file] : []}
      isMultiple={false}
      valueWith={(_, added) => added}
      valueWithout={() => undefined}
    />
  );
}

/** A field for any number of files, in upload order. */
export function MultipleFileField({ widget, row }: ViewProps<'multiple_file_input'>) {
  const files = filesOf(useFieldValue(widget, row));
  return (
    <FileUploadField
      widget={widget}
      row={row}
      files={files}
      isMultiple
      valueWith={(value, added) => [...filesOf(value), added]}
      valueWithout={(value, index) => filesOf(value).toSpliced(index, 1)}
    />
  );
}

interface FileBoxProps {
  widget: ValidWidget;
  row: Row;
  files: readonly KnownFile[];
  isMultiple: boolean;
  /** Returns the field's value with the added file. */
  valueWith: (value: unknown, added: FileValue) => unknown;
  /** Returns the field's value without the file at an index. */
  valueWithout: (value: unknown, index: number) => unknown;
}

/** The file upload of a form field: connects `FileUpload` to the form store. */
function FileUploadField({ widget, row, files, isMultiple, valueWith, valueWithout }: FileBoxProps) {
  const store = useFormStore();
  const field = useField(widget, row);
  const add = (uploaded: FileValue) => {
    const place = findCurrentRow(store, row);
    if (place) store.set(widget, place, valueWith(store.value(widget, place), uploaded));
  };
  return (
    <FieldFrame widget={widget} field={field}>
      <FileUpload
        id={field.id}
        uploads={uploadsOf(store)}
        files={files}
        isMultiple={isMultiple}
        isLocked={field.isReadOnly}
        isDisabled={field.isDisabled}
        described={field.ariaProps}
        add={add}
        remove={(index) => store.set(widget, row, valueWithout(store.value(widget, row), index))}
        leave={field.blur}
      />
    </FieldFrame>
  );
}

/**
 * Finds the current object of a row, because the form may have been reopened with other values. Undefined if the row
 * was removed.
 */
function findCurrentRow(store: FormStore, row: Row): Row | undefined {
  const { parent, list, id } = row;
  if (!parent || !list) return store.rootRow();
  const currentParent = findCurrentRow(store, parent);
  return currentParent && rowsOfList(currentParent, list).find((each) => each.id === id);
}
