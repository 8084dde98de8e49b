import { Box, FormHelperText } from '@mui/material';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FileChoice } from '#portal/forms/files/FileChoice.tsx';
import { createUploads } from '#portal/forms/files/uploads.ts';
import { fileAddress } from '#schemas/files/addresses.ts';
import type { FieldProps } from '../generate/override.ts';
import { MarkdownInput } from '../markdown/MarkdownInput.tsx';

/** The text of a tile in markdown; pictures are chosen or dropped below it, sent at once and put at its end. */
export function TileContentInput(props: FieldProps) {
  const { source } = props;
  const id = useId();
  const [uploads] = useState(() => createUploads());
  const { getValues, setValue } = useFormContext();
  const underWay = () => (uploads.isUnderWay() ? 'A picture is still being sent: save again in a moment' : undefined);
  const put = (picture: string) => {
    const text: unknown = getValues(source);
    const before = typeof text === 'string' ? text.trimEnd() : '';
    setValue(source, `${before}${before === '' ? '' : '\n\n'}${picture}\n`, { shouldDirty: true, shouldTouch: true });
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <MarkdownInput {...props} rules={underWay} />
      <FileChoice
        id={id}
        uploads={uploads}
        files={[]}
        isMultiple
        described={{ 'aria-label': 'Add pictures', 'aria-describedby': `${id}-hint` }}
        add={({ id: file, name }) => put(`![${name.replace(/[[\]\\]/g, ' ')}](${fileAddress(file)})`)}
        remove={() => undefined}
        leave={() => undefined}
      />
      <FormHelperText id={`${id}-hint`}>
        A picture is put at the end of the text: move its line to where it belongs. Whoever reads the tile sees it.
      </FormHelperText>
    </Box>
  );
}
