import { Alert, Box, Typography } from '@mui/material';
import { MarkdownText } from '#portal/forms/widgets/MarkdownText.tsx';
import { asMarkdown, type MergeField, mergeText, unknownMergeFields } from '#schemas/mail/merge-fields.ts';

interface MessagePreviewProps {
  subject: string;
  content: string;
  fields: readonly MergeField[];
}

/** A message as it would be read, with sample values in the place of its fields. */
export function MessagePreview({ subject, content, fields }: MessagePreviewProps) {
  const samples = new Map(fields.map(({ name, sample }) => [name, sample]));
  const unknown = unknownMergeFields(`${subject} ${content}`, new Set(samples.keys()));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {unknown.length > 0 ? (
        <Alert severity="warning">
          Nothing is known by the name of {unknown.join(', ')}: it would be sent as it is written.
        </Alert>
      ) : null}
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {mergeText(subject, samples) || 'No subject yet'}
      </Typography>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <MarkdownText text={mergeText(content, samples, asMarkdown)} />
      </Box>
    </Box>
  );
}
