import { Alert, Box, Typography } from '@mui/material';
import { MarkdownText } from '#portal/forms/widgets/MarkdownText.tsx';
import { type MergeField, mergeMarkdown, mergeText, unknownMergeFields } from '#schemas/mail/merge-fields.ts';

interface MessagePreviewProps {
  subject: string;
  content: string;
  fields: readonly MergeField[];
  /** Values of an order; fields without a value use samples. */
  values?: ReadonlyMap<string, string> | undefined;
}

/** Preview of a message with an order's values or samples for the merge fields. */
export function MessagePreview({ subject, content, fields, values }: MessagePreviewProps) {
  const samples = new Map([...fields.map(({ name, sample }): [string, string] => [name, sample]), ...(values ?? [])]);
  const unknown = unknownMergeFields(`${subject} ${content}`, new Set(fields.map(({ name }) => name)));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {unknown.length > 0 ? (
        <Alert severity="warning">{`Nothing is known by the name of ${unknown.join(', ')}: it can not be saved so.`}</Alert>
      ) : null}
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {mergeText(subject, samples) || 'No subject yet'}
      </Typography>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <MarkdownText text={mergeMarkdown(content, samples)} />
      </Box>
    </Box>
  );
}
