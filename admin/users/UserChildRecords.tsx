import { EmailAddresses } from './EmailAddresses.tsx';
import { Memberships } from './Memberships.tsx';
import { SignInMethods } from './SignInMethods.tsx';

/** Child records of a user, saved apart from the form. */
export function UserChildRecords() {
  return (
    <>
      <EmailAddresses />
      <Memberships />
      <SignInMethods />
    </>
  );
}
