import { GoogleSignIn } from './GoogleSignIn.tsx';
import { PasswordSignIn } from './PasswordSignIn.tsx';

/** An additional sign-in method (Google or password), loaded only if it is enabled. `onDone` closes the dialog. */
export function AdditionalSignIn({ by, onDone }: { by: 'google' | 'basic'; onDone: () => void }) {
  return by === 'google' ? <GoogleSignIn /> : <PasswordSignIn onDone={onDone} />;
}
