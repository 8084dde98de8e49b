import { BooleanInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { FieldProps } from '../generate/override.ts';

/** The one guild flag of a user that the spec names (spec 6); other bits stay as they are. */
const manageUsers = 1;

/** A bit mask as the right that it stands for. */
export function GuildFlagsInput({ source }: FieldProps) {
  const flags: unknown = useWatch({ name: source });
  const mask = typeof flags === 'number' ? flags : 0;
  return (
    <BooleanInput
      source={source}
      label="Manages the users of the guild"
      helperText={false}
      format={() => (mask & manageUsers) !== 0}
      parse={(isOn: boolean) => (isOn ? mask | manageUsers : mask & ~manageUsers)}
    />
  );
}
