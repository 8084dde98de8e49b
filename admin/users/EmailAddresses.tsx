import { Button } from '@mui/material';
import { type RaRecord, useNotify, useRecordContext } from 'react-admin';
import { mayChangeSignInMethods } from '#schemas/access/account-rights.ts';
import type { User } from '#schemas/generated/types.ts';
import { NestedRecords } from '../nested/NestedRecords.tsx';
import type { NestedSource } from '../nested/source.ts';
import { request } from '../provider/http.ts';
import { useSession } from '../provider/useSession.ts';

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
export function useCanEditSignIn(): boolean {
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
