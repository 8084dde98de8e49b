import { SignInAs } from './SignInAs.tsx';
import { WelcomeButton } from './WelcomeButton.tsx';

/** What can be done with a user, at the head of the page. */
export function UserActions() {
  return (
    <>
      <SignInAs />
      <WelcomeButton />
    </>
  );
}
