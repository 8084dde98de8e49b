/**
 * A startup error that a person can fix. Only its message is printed: it names the thing, the problem and the remedy.
 * Any other error is a bug and is printed with its stack.
 */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
