import { Box, Button } from '@mui/material';

interface ChoiceProps<Option extends string> {
  name: string;
  options: readonly Option[];
  value: Option;
  onChange: (option: Option) => void;
}

/** Segmented control: one of a few options, all visible. */
export function SegmentedControl<Option extends string>({ name, options, value, onChange }: ChoiceProps<Option>) {
  return (
    <Box role="group" aria-label={name} sx={{ display: 'flex', border: 1, borderColor: 'divider', borderRadius: 1 }}>
      {options.map((option) => (
        <Button
          key={option}
          size="small"
          color="inherit"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          sx={{ py: 0.25, px: 1.5, minWidth: 0, bgcolor: option === value ? 'action.selected' : undefined }}
        >
          {option}
        </Button>
      ))}
    </Box>
  );
}
