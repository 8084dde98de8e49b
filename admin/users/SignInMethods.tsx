import { Typography } from '@mui/material';
import { PasswordInput, useRecordContext } from 'react-admin';
import { reachOfKey, waysIn } from '#schemas/access/ways-in.ts';
import type { AuthProvider, User } from '#schemas/generated/types.ts';
import type { FieldProps } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { NestedList } from '../nested/NestedList.tsx';
import { useNested } from '../nested/useNested.ts';
import { useMayTouch } from './EmailAddresses.tsx';

/** How a user signs in. A user name with its password is made here; a key by its owner, who alone is shown its secret; all else by signing in (design 5). */
export function SignInMethods() {
  const source = useNested('AuthProvider');
  const mayWrite = useMayTouch();
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
        add: 'Add user name and password',
        one: 'sign-in method',
        none: 'None.',
      }}
      columns={['type', 'key', 'createdAt']}
      asks={{ create: ['key', 'challenge'], update: ['key', 'challenge'] }}
      cells={{ type: TypeInWords, key: KnownAs }}
      inputs={{ challenge: Password }}
      mayChange={({ type }) => type === 'BASIC'}
      // It goes with its address.
      mayRemove={({ type }) => type !== 'MAGIC'}
    />
  );
}

function TypeInWords({ source }: FieldProps) {
  const type = useFieldValue(source);
  const known = Object.entries(waysIn).find(([name]) => name === type);
  return <Typography>{known?.[1] ?? String(type)}</Typography>;
}

/** What the person knows it by; of a machine's key also what it may do. */
function KnownAs() {
  const way = useRecordContext<AuthProvider>();
  if (!way) return null;
  return (
    <>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{way.label ?? way.key}</Typography>
      {way.type === 'API_HMAC' ? (
        <Typography variant="body2" color="text.secondary">
          {reachOfKey(way)}
        </Typography>
      ) : null}
    </>
  );
}

/** Never answered: an empty one leaves the password as it is. */
function Password({ source }: FieldProps) {
  const user = useRecordContext<User>();
  const weakness = async (typed: string | undefined) => {
    if (!typed) return undefined;
    // Where the word lists can not be loaded, the API alone looks at it.
    const strength = await import('#schemas/access/password-strength.ts').catch(() => undefined);
    return strength?.weaknessOf(typed, [user?.name ?? '', user?.email ?? '']);
  };
  return (
    <PasswordInput
      source={source}
      label="Password"
      validate={weakness}
      helperText="At least 10 characters that are hard to guess. Kept as a hash; nobody can read it."
      inputProps={{ autoComplete: 'new-password' }}
    />
  );
}
