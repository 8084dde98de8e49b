/**
 * A startup error that a person can fix. Only its message is printed: it names the thing, the problem and the remedy.
 * Any other error is explained as well as possible (`explainStartError`).
 */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** What system errors mean, and their remedies. */
const systemErrors: Record<string, string> = {
  EACCES: 'This user may not access it: grant access to this user.',
  EPERM: 'This user may not change it: make this user its owner.',
  EROFS: 'Its disk is read-only: make the disk writable, or choose another folder.',
  ENOSPC: 'Its disk is full: free up space.',
  EDQUOT: "This user's disk quota is used up: free up space.",
  ENOENT: 'It does not exist.',
  ENOTDIR: 'A part of its path is not a folder.',
  EISDIR: 'It is a folder, but a file is expected: remove or rename it.',
  EIO: 'Its disk does not work (input/output error): check the disk.',
  EMFILE: 'This process may not open more files: raise its limit (ulimit -n).',
  ENFILE: 'The system cannot open more files: close other programs.',
};

/**
 * Returns what to print for a start or a command that failed: one line with the cause and, if it is known, the remedy.
 * Only an error that this product did not expect has its stack below that line, for a report of the defect.
 */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return `The start failed: ${error}.`;
  const { message, name, stack } = error;
  if (error instanceof StartFailure) return message;
  const code = 'code' in error ? error.code : undefined;
  const path = 'path' in error ? error.path : undefined;
  const cause = systemErrors[String(code)];
  if (cause !== undefined)
    return path === undefined ? `${cause} (${message})` : `Cannot use ${path}. ${cause} (${message})`;
  if (code === 13 && name.startsWith('Mongo'))
    return `The database user of MONGODB_URI lacks a right: ${message}. Grant it the role readWrite on the database.`;
  if (name.startsWith('Mongo'))
    return `The database reported an error: ${message}. Check that it is available, and its log; then start again.`;
  return `Stopped by an unexpected error: ${message}. This is a defect of the product; please report it with these lines:\n${stack}`;
}
