/** One validation error, located by a JSON pointer into the record or the request body (design 3). */
export type FieldProblem = {
  path: string;
  value?: unknown;
  message: string;
  /** Only in a change request: the COMPLETE order already has this problem, so it does not block the change. */
  isExisting?: true;
};

/** The error codes that the portal handles specially. It only displays any other code (spec 8). */
export type ApiErrorCode =
  | 'AUTHENTICATION_REQUIRED'
  | 'GS_VALIDATION_REJECTED'
  | 'RATE_LIMITED'
  | 'REQUEST_DENIED'
  | 'REQUEST_SCHEMA_INVALID'
  | 'RESOURCE_CONFLICT'
  | 'RESOURCE_NOT_FOUND'
  | 'UNKNOWN'
  | (string & {});

/**
 * An error response of the API, or UNKNOWN when the request got no response. Its message is a sentence that users can
 * read.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** The HTTP status; 0 when there was no response. */
  readonly status: number;
  /** The label of this code in the error catalogue. */
  readonly label: string;
  readonly reason: string | undefined;
  /** The request id, by which an operator finds the request in the logs. */
  readonly reqId: string | undefined;
  readonly fields: FieldProblem[];
  /** What the request lacks to be allowed, such as RECENT_SIGN_IN or PRESS. */
  readonly needs: string | undefined;

  constructor(status: number, body: ErrorBody) {
    super(body.reason ?? body.error);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.label = body.error;
    this.reason = body.reason;
    this.reqId = body.reqId;
    this.needs = body.details?.needs;
    this.fields = body.details?.fields ?? body.details?.errors ?? [];
  }
}

/** Whether the API reports that the record does not exist, no longer exists, or is not visible to this person. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND';

/** The body of an error response (design 3). */
export type ErrorBody = {
  error: string;
  code: ApiErrorCode;
  reqId?: string;
  reason?: string;
  details?: { fields?: FieldProblem[]; errors?: FieldProblem[]; needs?: string };
};

/** Returns the UNKNOWN error for a request without a response, or with one that does not come from the API. */
export function noResponseError(status: number): ApiError {
  return new ApiError(status, {
    error: 'Unknown error',
    code: 'UNKNOWN',
    reason: 'No response from the server. Check your connection and try again.',
  });
}
