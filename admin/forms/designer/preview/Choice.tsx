import { ToggleButton, ToggleButtonGroup } from '@mui/material';

interface ChoiceProps<Option extends string> {
  name: string;
  options: readonly Option[];
  value: Option;
  onChange: (option: Option) => void;
}

/** One of a few, all in sight. */
export function Choice<Option extends string>({ name, options, value, onChange }: ChoiceProps<Option>) {
  return (
    <ToggleButtonGroup size="small" aria-label={name}>
      {options.map((option) => (
        <ToggleButton
          key={option}
          value={option}
          selected={option === value}
          onClick={() => onChange(option)}
          sx={{ py: 0.25, textTransform: 'none' }}
        >
          {option}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
