import { Box, Typography } from '@mui/material';
import { TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { MarkdownText } from '#portal/forms/widgets/MarkdownText.tsx';
import type { FieldProps } from '../generate/override.ts';
import { inputProps } from '../generate/scalar-inputs.tsx';

/** Markdown input with a live preview. */
export function MarkdownInput(props: FieldProps) {
  const text: unknown = useWatch({ name: props.source });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput {...inputProps(props)} helperText="Markdown" parse={identity} multiline minRows={6} maxRows={20} />
      {typeof text === 'string' && text.trim() !== '' ? (
        <Box
          role="region"
          aria-label={`Preview of ${props.field.label.toLowerCase()}`}
          tabIndex={0}
          sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, maxHeight: 240, overflow: 'auto' }}
        >
          <Typography variant="caption" color="text.secondary">
            Preview
          </Typography>
          <MarkdownText text={text} />
        </Box>
      ) : null}
    </Box>
  );
}

const identity = (value: string) => value;
