import { Alert, Box, Typography } from '@mui/material';
import { MarkdownText } from '#portal/forms/widgets/MarkdownText.tsx';
import { type MergeField, mergeMarkdown, mergeText, unknownMergeFields } from '#schemas/mail/merge-fields.ts';

interface MessagePreviewProps {
  subject: string;
  content: string;
  fields: readonly MergeField[];
  /** What an order says in the place of the fields; of what it does not say, samples are told. */
  values?: ReadonlyMap<string, string> | undefined;
}

/** A message as it would be read, with an order's values in the place of its fields, else with samples. */
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
