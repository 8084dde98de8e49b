import { useQueryClient } from '@tanstack/react-query';
import { FileUpload } from '../../forms/files/FileUpload.tsx';
import { fileQuery, useFile } from '../lines/useFile.ts';
import { describedBy, type WidgetProps } from './lineFormContext.ts';

/**
 * The input for a file id (format `file`): the file is uploaded as soon as it is chosen or dropped, and belongs to the
 * order after a save.
 */
export function FileWidget(props: WidgetProps) {
  const { id, disabled, readonly, registry, onChange, onBlur } = props;
  const value: unknown = props.value;
  const fileId = typeof value === 'string' ? value : '';
  const file = useFile(fileId);
  const cache = useQueryClient();
  const { uploads } = registry.formContext;
  return (
    <FileUpload
      id={id}
      uploads={uploads}
      files={fileId === '' ? [] : [file]}
      isMultiple={false}
      isLocked={readonly}
      isDisabled={disabled}
      described={describedBy(props)}
      add={(uploaded) => {
        cache.setQueryData(fileQuery(uploaded.id).queryKey, uploaded);
        onChange(uploaded.id);
      }}
      remove={() => onChange(undefined)}
      leave={() => onBlur(id, value)}
    />
  );
}
