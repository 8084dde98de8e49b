import { Typography } from '@mui/material';
import type { FieldProps } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { FlagInput } from './FlagInput.tsx';

/** The only guild flag that the spec names (spec 6). */
const manageUsers = 1;
const words = 'Can manage guild users';

export function GuildFlagsInput({ source }: FieldProps) {
  return <FlagInput source={source} flag={manageUsers} label={words} />;
}

/** List cell with the user's guild flag in words. */
export function GuildFlags({ source }: FieldProps) {
  const flags = useFieldValue(source);
  const manages = typeof flags === 'number' && (flags & manageUsers) !== 0;
  return <Typography color={manages ? undefined : 'text.secondary'}>{manages ? words : '—'}</Typography>;
}
