import { Button, Typography } from '@mui/material';
import { PasswordInput, type RaRecord, useNotify, useRecordContext } from 'react-admin';
import { mayChangeSignInMethods } from '#schemas/access/account-rights.ts';
import { apiKeyPermissions, isApiKey, signInMethodLabels } from '#schemas/access/sign-in-methods.ts';
import type { AuthProvider, User } from '#schemas/generated/types.ts';
import { formatDateTime } from '../generate/format-value.ts';
import type { FieldProps } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { NestedList } from '../nested/NestedList.tsx';
import { NestedRecords } from '../nested/NestedRecords.tsx';
import type { NestedSource } from '../nested/source.ts';
import { useChildRecords } from '../nested/useChildRecords.ts';
import { request } from '../provider/http.ts';
import { useSession } from '../provider/session.ts';

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

/** The passkeys of a user. Only their owner can add one, in the portal's Settings. */
export function Passkeys() {
  const source = useChildRecords('Passkey');
  const mayWrite = useCanEditSignIn();
  // The API returns an empty list to everybody else.
  if (!mayWrite) return null;
  return (
    <NestedList
      source={{ ...source, can: (verb, row) => verb !== 'create' && source.can(verb, row) }}
      words={{
        title: 'Passkeys',
        add: 'Add',
        one: 'passkey',
        none: 'No passkeys. Users add them in the Settings of the portal.',
      }}
      columns={['name', 'lastUsedAt', 'createdAt']}
      formFields={{ create: [], update: ['name'] }}
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
      {isApiKey(method.type) ? (
        <Typography variant="body2" color="text.secondary">
          {[apiKeyPermissions(method), ...(method.expires ? [`until ${formatDateTime(method.expires)}`] : [])].join(
            ', ',
          )}
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

/** E-mail addresses of a user: verified ones can be used to sign in, and one is primary. */
export function EmailAddresses() {
  const mayWrite = useCanEditSignIn();
  return (
    <NestedRecords
      name="EmailAddress"
      words={{ title: 'E-mail addresses', add: 'Add an address', one: 'address', none: 'No e-mail addresses.' }}
      columns={['address', 'primary', 'verified', 'verifySentAt']}
      formFields={{ create: ['address'], update: [] }}
      mayWrite={mayWrite}
      mayRemove={({ primary }) => primary !== true}
      RowActions={AddressActions}
    />
  );
}

/** Whether the signed-in user may change this user's sign-in methods. */
function useCanEditSignIn(): boolean {
  const owner = useRecordContext<User>();
  const session = useSession();
  return owner !== undefined && session !== undefined && mayChangeSignInMethods(session.user, owner);
}

/** Actions of an address: send a verification link, make it primary. */
function AddressActions({ row, source }: { row: RaRecord; source: NestedSource }) {
  const notify = useNotify();
  const session = useSession();
  const reportError = (error: Error) => notify(error.message, { type: 'error' });
  const verify = async () => {
    await request(`/api/email_addresses/${row.id}/verify`, { method: 'POST', body: '{}' });
    notify(`Link sent to ${row.address}. The user must open it while signed in.`, { type: 'success' });
    await source.refresh();
  };
  const makePrimary = async () => {
    await source.update(row, { primary: true });
    notify(`${row.address} is now the primary address`, { type: 'success' });
  };
  if (!source.can('update', row)) return null;
  // The primary address can be used to sign in, so only an ADMIN may choose an unverified one.
  const mayBePrimary = row.verified === true || session?.user.roles.includes('ADMIN');
  return (
    <>
      {row.verified === true ? null : (
        <Button
          size="small"
          color="inherit"
          aria-label={`Send link to ${row.address}`}
          onClick={() => void verify().catch(reportError)}
        >
          Send link
        </Button>
      )}
      {row.primary === true || !mayBePrimary ? null : (
        <Button
          size="small"
          color="inherit"
          aria-label={`Make ${row.address} primary`}
          onClick={() => void makePrimary().catch(reportError)}
        >
          Make primary
        </Button>
      )}
    </>
  );
}
