import { EmailAddresses } from './EmailAddresses.tsx';
import { Memberships } from './Memberships.tsx';
import { SignInMethods } from './SignInMethods.tsx';

/** What belongs to a user and is saved apart from the form. */
export function UserParts() {
  return (
    <>
      <EmailAddresses />
      <Memberships />
      <SignInMethods />
    </>
  );
}
