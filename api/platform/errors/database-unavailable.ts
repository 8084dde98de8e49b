import { mongo } from 'mongoose';

/**
 * MongoDB error codes of a command that took longer than it may (50), and of a server that is not the primary or is
 * shutting down.
 */
const temporary: ReadonlySet<unknown> = new Set([50, 91, 189, 10107, 11600, 11602, 13435, 13436]);

/** Error labels of transient errors. The driver has already retried where possible. */
const retryLabels = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult'];

/** The server's disk is full; it reports this by message or code and shuts down soon. */
const isDiskFull = ({ code, message }: mongo.MongoServerError) =>
  code === 14031 || message.includes('No space left on device');

/** Whether an error means that the database does not respond now, so that the same call may succeed later. */
export function isDatabaseUnavailable(error: Error): boolean {
  return (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoExpiredSessionError ||
    error instanceof mongo.MongoClientClosedError ||
    (error instanceof mongo.MongoBulkWriteError && isUnavailable(error.errorResponse)) ||
    (error instanceof mongo.MongoServerError &&
      (temporary.has(error.code) || isDiskFull(error) || retryLabels.some((label) => error.hasErrorLabel(label)))) ||
    (error.name === 'MongooseError' && /initial connection|buffering/.test(error.message))
  );
}

/** A bulk write whose command failed has the command's error as its response. */
const isUnavailable = (response: unknown) => response instanceof Error && isDatabaseUnavailable(response);
