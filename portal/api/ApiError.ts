/** One thing that is wrong, at a JSON pointer into the record or the request's body (design 3). */
export type FieldProblem = {
  path: string;
  value?: unknown;
  message: string;
  /** Of a change: the COMPLETE order has it by itself, and it refuses nothing. */
  isExisting?: true;
};

/** The codes that the portal reacts to; any other is only told (spec 8). */
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

/** What the API refused, or that no answer came (UNKNOWN). Its message is a sentence for people. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** 0 when no answer came. */
  readonly status: number;
  /** The catalogue's label. */
  readonly label: string;
  readonly reason: string | undefined;
  /** What the operator finds the request by. */
  readonly reqId: string | undefined;
  readonly fields: FieldProblem[];
  /** What would let it through. */
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

/** Whether the API says that there is no such record for the person, or no more. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND';

/** The error body of design 3. */
export type ErrorBody = {
  error: string;
  code: ApiErrorCode;
  reqId?: string;
  reason?: string;
  details?: { fields?: FieldProblem[]; errors?: FieldProblem[]; needs?: string };
};

/** The error for a request that got no answer, or none that the API gives. */
export function unanswered(status: number): ApiError {
  return new ApiError(status, {
    error: 'Unknown error',
    code: 'UNKNOWN',
    reason: 'No answer came. Please check your connection and try again.',
  });
}
