import { SignInAs } from './SignInAs.tsx';
import { WelcomeButton } from './WelcomeButton.tsx';

/** Actions on a user, beside the title. */
export function UserActions() {
  return (
    <>
      <SignInAs />
      <WelcomeButton />
    </>
  );
}
