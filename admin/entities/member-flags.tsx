import { Typography } from '@mui/material';
import type { FieldProps } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { FlagInput } from '../users/restricted-inputs.tsx';

/** The only member flag that the spec names (spec 6). */
const manageMembers = 1;

export function MemberFlagsInput({ source }: FieldProps) {
  return <FlagInput source={source} flag={manageMembers} label="Can manage members" />;
}

/** List cell with the member's flag in words. */
export function MemberFlags({ source }: FieldProps) {
  const flags = useFieldValue(source);
  const manages = typeof flags === 'number' && (flags & manageMembers) !== 0;
  return <Typography color={manages ? undefined : 'text.secondary'}>{manages ? 'Can manage members' : '—'}</Typography>;
}
