import { fileOf, filesOf } from '#schemas/forms/kinds/file.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import { FileUploadField } from './FileUploadField.tsx';

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
