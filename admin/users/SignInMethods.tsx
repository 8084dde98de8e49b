import { Typography } from '@mui/material';
import { PasswordInput, useRecordContext } from 'react-admin';
import { apiKeyPermissions, signInMethodLabels } from '#schemas/access/sign-in-methods.ts';
import type { AuthProvider, User } from '#schemas/generated/types.ts';
import type { FieldProps } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { NestedList } from '../nested/NestedList.tsx';
import { useChildRecords } from '../nested/useChildRecords.ts';
import { useCanEditSignIn } from './EmailAddresses.tsx';

/**
 * Sign-in methods of a user. User name and password are created here, API keys by their owner, who alone sees the
 * secret, and all others by signing in (design 5).
 */
export function SignInMethods() {
  const source = useChildRecords('AuthProvider');
  const mayWrite = useCanEditSignIn();
  const hasBasic = source.rows?.some(({ type }) => type === 'BASIC') ?? true;
  return (
    <NestedList
      source={{
        ...source,
        can: (verb, row) => mayWrite && source.can(verb, row) && !(verb === 'create' && hasBasic),
        create: (values) => source.create({ type: 'BASIC', ...values }),
      }}
      words={{
        title: 'Sign-in methods',
        add: 'Add username and password',
        one: 'sign-in method',
        none: 'No sign-in methods.',
      }}
      columns={['type', 'key', 'createdAt']}
      formFields={{ create: ['key', 'challenge'], update: ['key', 'challenge'] }}
      cells={{ type: TypeInWords, key: MethodName }}
      inputs={{ challenge: Password }}
      mayChange={({ type }) => type === 'BASIC'}
      // A magic link is removed with its address.
      mayRemove={({ type }) => type !== 'MAGIC'}
    />
  );
}

function TypeInWords({ source }: FieldProps) {
  const type = useFieldValue(source);
  const entry = Object.entries(signInMethodLabels).find(([name]) => name === type);
  return <Typography>{entry?.[1] ?? String(type)}</Typography>;
}

/** Name of the method, with the permissions of an API key. */
function MethodName() {
  const method = useRecordContext<AuthProvider>();
  if (!method) return null;
  return (
    <>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{method.label ?? method.key}</Typography>
      {method.type === 'API_HMAC' ? (
        <Typography variant="body2" color="text.secondary">
          {apiKeyPermissions(method)}
        </Typography>
      ) : null}
    </>
  );
}

/** The API never returns passwords; an empty input keeps the current one. */
function Password({ source }: FieldProps) {
  const user = useRecordContext<User>();
  const weakness = async (typed: string | undefined) => {
    if (!typed) return undefined;
    // If the word lists cannot be loaded, only the API checks the strength.
    const strength = await import('#schemas/access/password-strength.ts').catch(() => undefined);
    return strength?.passwordWeakness(typed, [user?.name ?? '', user?.email ?? '']);
  };
  return (
    <PasswordInput
      source={source}
      label="Password"
      validate={weakness}
      helperText="At least 10 characters that are hard to guess. Stored as a hash that nobody can read."
      inputProps={{ autoComplete: 'new-password' }}
    />
  );
}
