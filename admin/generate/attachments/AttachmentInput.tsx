import { Box, FormControl, FormHelperText, FormLabel } from '@mui/material';
import { useState } from 'react';
import { useInput, ValidationError } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { FileUpload } from '#portal/forms/files/FileUpload.tsx';
import { createUploads } from '#portal/forms/files/uploads.ts';
import type { FieldProps } from '../override.ts';
import { validatorsOf } from '../validators.ts';
import { attachmentPath, idsIn, useAttachments, useCacheUpload } from './useAttachments.ts';

/** Upload input for one or several attachments. Files are uploaded on selection; saving the record links them. */
export function AttachmentInput({ field, source, rules }: FieldProps) {
  const isMultiple = field.kind === 'list';
  const path = attachmentPath(field.property.items ?? field.property);
  const [uploads] = useState(() => createUploads());
  const { getValues } = useFormContext();
  const cacheUpload = useCacheUpload(path);
  const uploadError = () => (uploads.isUploading() ? 'Upload in progress. Save again in a moment.' : undefined);
  const {
    id,
    field: input,
    fieldState,
  } = useInput({
    source,
    validate: [...validatorsOf(field), ...(rules ? [rules] : []), uploadError],
  });
  const files = useAttachments(path, idsIn(input.value));
  const error = fieldState.error?.message;
  const hint = `${id}-hint`;
  const { description } = field.property;
  return (
    <FormControl fullWidth error={error !== undefined} required={field.isRequired}>
      <FormLabel htmlFor={id} sx={{ mb: 0.5 }}>
        {field.label}
      </FormLabel>
      {/* The label is above the field in any density. */}
      <Box sx={{ display: 'flex', '&&& > div': { pt: 0 } }}>
        <FileUpload
          id={id}
          inputRef={input.ref}
          uploads={uploads}
          files={files}
          isMultiple={isMultiple}
          described={{
            'aria-required': field.isRequired || undefined,
            'aria-invalid': error !== undefined || undefined,
            'aria-describedby': hint,
          }}
          add={(uploaded) => {
            cacheUpload(uploaded);
            input.onChange(isMultiple ? [...idsIn(getValues(input.name)), uploaded.id] : uploaded.id);
          }}
          remove={(index) => input.onChange(isMultiple ? idsIn(getValues(input.name)).toSpliced(index, 1) : null)}
          leave={input.onBlur}
        />
      </Box>
      <Box id={hint}>
        {error === undefined ? null : (
          <FormHelperText>
            <ValidationError error={error} />
          </FormHelperText>
        )}
        {description === undefined ? null : <FormHelperText error={false}>{description}</FormHelperText>}
      </Box>
    </FormControl>
  );
}
