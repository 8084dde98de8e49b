import { Box } from '@mui/material';
import { useContext } from 'react';
import { ListContext } from 'react-admin';
import { FileLink } from '#portal/forms/files/FileLink.tsx';
import { expandedRecords } from '../../provider/expansions.ts';
import type { FieldProps } from '../override.ts';
import { useFieldValue } from '../useFieldValue.ts';
import { type AttachmentFile, attachmentPath, idsIn, toAttachment, useAttachments } from './useAttachments.ts';

/** Attachments of the record: thumbnail and name, which opens the file. */
export function Attachments({ field, source }: FieldProps) {
  const ids = idsIn(useFieldValue(source));
  const files = useAttachments(attachmentPath(field.property.items ?? field.property), ids);
  return <Names files={files} />;
}

/** Attachments in a list cell. Lists get the files with their rows; other tables load them. */
export function AttachmentsCell({ field, source }: FieldProps) {
  const list = useContext(ListContext);
  const ids = idsIn(useFieldValue(source));
  const records = expandedRecords(list?.meta, attachmentPath(field.property));
  if (!records) return <Attachments field={field} source={source} />;
  const files = ids.map((id) =>
    toAttachment(
      records.find((record) => record.id === id),
      id,
      !list?.isPlaceholderData,
    ),
  );
  return <Names files={files} isInRow />;
}

function Names({ files, isInRow = false }: { files: AttachmentFile[]; isInRow?: boolean }) {
  return (
    // Keeps a click on a file from opening the row's record.
    <Box
      onClick={(event) => event.stopPropagation()}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, ...(isInRow ? inRow : {}) }}
    >
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may be listed twice, and items have no state
        <FileLink key={`${index} ${file.id}`} file={file} />
      ))}
    </Box>
  );
}

/** Thumbnails no higher than a line, so that row heights do not change. */
const inRow = { '& a': { minHeight: 0 }, '&& img': { width: 26, height: 26 } };
