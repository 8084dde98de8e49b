import { GoogleSignIn } from './GoogleSignIn.tsx';
import { PasswordSignIn } from './PasswordSignIn.tsx';

/** A way to sign in beside the link of a mail; loaded where one is switched on. `onDone` closes the modal. */
export function OtherWay({ by, onDone }: { by: 'google' | 'basic'; onDone: () => void }) {
  return by === 'google' ? <GoogleSignIn /> : <PasswordSignIn onDone={onDone} />;
}
