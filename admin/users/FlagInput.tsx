import { BooleanInput, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';

interface FlagInputProps {
  source: string;
  label: string;
  /** The bit. */
  flag: number;
}

/** One bit of a mask as the right that it stands for; the other bits stay as they are. */
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
