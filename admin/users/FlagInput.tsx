import { BooleanInput, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';

interface FlagInputProps {
  source: string;
  label: string;
  /** The bit mask of the flag. */
  flag: number;
}

/** Switch for one bit of a mask; keeps the other bits. */
export function FlagInput({ source, label, flag }: FlagInputProps) {
  const flags: unknown = useWatch({ name: useWrappedSource(source) });
  const mask = typeof flags === 'number' ? flags : 0;
  return (
    <BooleanInput
      source={source}
      label={label}
      helperText={false}
      defaultValue={0}
      format={() => (mask & flag) !== 0}
      parse={(isOn: boolean) => (isOn ? mask | flag : mask & ~flag)}
    />
  );
}
