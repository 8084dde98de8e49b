/**
 * A start that cannot go on for a reason that a person can remedy. Its message is all that is printed: it names the
 * thing, what is wrong with it and what to do. Anything else that is thrown is a fault of ours and keeps its stack.
 */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
