import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { parseOptionLines, type WrittenOption } from '#schemas/designing/parse-option-lines.ts';

interface PastedOptionsProps {
  /** The values that the list already has. */
  existing: readonly string[];
  onAdd: (options: readonly WrittenOption[]) => void;
  onClose: () => void;
}

/** A text area for a list of options from a spreadsheet or a text. */
export default function PastedOptions({ existing, onAdd, onClose }: PastedOptionsProps) {
  const [text, setText] = useState('');
  const { options, skipped } = parseOptionLines(text, existing);
  const skippedText =
    skipped === 0 ? '' : `. ${skipped === 1 ? '1 line is left out' : `${skipped} lines are left out`}`;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        label="Options (one per line)"
        multiline
        minRows={4}
        maxRows={12}
        value={text}
        autoFocus
        helperText={
          text === ''
            ? 'A text, or a value and its label, separated by a tab or by “ = ”'
            : `${options.length === 1 ? '1 option' : `${options.length} options`}${skippedText}`
        }
        onChange={({ target }) => setText(target.value)}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          variant="outlined"
          disabled={options.length === 0}
          onClick={() => {
            onAdd(options);
            onClose();
          }}
        >
          Add options
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </Box>
    </Box>
  );
}
