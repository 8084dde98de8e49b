import { Typography } from '@mui/material';
import { PasswordInput } from 'react-admin';
import type { AuthProvider } from '#schemas/generated/types.ts';
import type { FieldProps } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { NestedList } from '../nested/NestedList.tsx';
import { useNested } from '../nested/useNested.ts';
import { useMayTouch } from './EmailAddresses.tsx';

const words: Record<AuthProvider['type'], string> = {
  BASIC: 'User name and password',
  GOOGLE: 'Google',
  MAGIC: 'Link by e-mail',
  API_HMAC: 'Key of a machine',
};

/** How a user signs in. A user name with its password is made by hand, all else by signing in (design 5). */
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
      cells={{ type: TypeInWords }}
      inputs={{ challenge: Password }}
      mayChange={({ type }) => type === 'BASIC'}
      // It goes with its address.
      mayRemove={({ type }) => type !== 'MAGIC'}
    />
  );
}

function TypeInWords({ source }: FieldProps) {
  const type = useFieldValue(source);
  const known = Object.entries(words).find(([name]) => name === type);
  return <Typography>{known?.[1] ?? String(type)}</Typography>;
}

/** Never answered: an empty one leaves the password as it is. */
function Password({ source }: FieldProps) {
  return (
    <PasswordInput
      source={source}
      label="Password"
      helperText="At least 10 characters. Kept as a hash; nobody can read it."
      inputProps={{ autoComplete: 'new-password' }}
    />
  );
}
