import { Box, FormHelperText } from '@mui/material';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FileUpload } from '#portal/forms/files/FileUpload.tsx';
import { imageTypes } from '#portal/forms/files/fileValidation.ts';
import { createUploads } from '#portal/forms/files/uploads.ts';
import { fileUrl } from '#schemas/files/urls.ts';
import type { FieldProps } from '../generate/override.ts';
import { MarkdownInput } from '../markdown/MarkdownInput.tsx';

/** Markdown input of a tile. Pictures are uploaded on selection and inserted after the current line. */
export function TileContentInput(props: FieldProps) {
  const { source } = props;
  const id = useId();
  const [uploads] = useState(() => createUploads());
  const { getValues, setValue } = useFormContext();
  const underWay = () => (uploads.isUploading() ? 'A picture is still being sent: save again in a moment' : undefined);
  const cursor = useRef(Number.POSITIVE_INFINITY);
  const follow = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLTextAreaElement) cursor.current = target.selectionEnd;
  };
  const put = (picture: string) => {
    const text: unknown = getValues(source);
    const markdown = typeof text === 'string' ? text : '';
    const end = markdown.indexOf('\n', cursor.current);
    const place = end < 0 ? markdown.length : end;
    const before = [markdown.slice(0, place).trimEnd(), picture].filter(Boolean).join('\n\n');
    const after = markdown.slice(place).trimStart();
    // Insert the next picture after this one.
    cursor.current = before.length;
    const changed = after === '' ? `${before}\n` : `${before}\n\n${after}`;
    setValue(source, changed, { shouldDirty: true, shouldTouch: true });
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }} onSelect={follow}>
      <MarkdownInput {...props} rules={underWay} />
      <FileUpload
        id={id}
        uploads={uploads}
        files={[]}
        isMultiple
        accepted={imageTypes}
        described={{ 'aria-label': 'Add pictures', 'aria-describedby': `${id}-hint` }}
        add={({ id: file, name }) => put(`![${name.replace(/[[\]\\]/g, ' ')}](${fileUrl(file)})`)}
        remove={() => undefined}
        leave={() => undefined}
      />
      <FormHelperText id={`${id}-hint`}>
        A picture is put behind the line that you wrote in last, else at the end. Whoever reads the tile sees it.
      </FormHelperText>
    </Box>
  );
}
