interface CatalogueEntry {
  status: number;
  /** Status for overload, which is an APPLICATION_ERROR as well (design 3). */
  whenBusy?: 503;
  label: string;
}

/** The error catalogue: codes of spec 8 with the HTTP statuses of design 3. RATE_LIMITED is added by the design. */
export const catalogue = {
  APPLICATION_ERROR: { status: 500, whenBusy: 503, label: 'Application error' },
  AUTHENTICATION_REQUIRED: { status: 401, label: 'Authentication required' },
  DATABASE_ERROR: { status: 503, label: 'Database error' },
  DATABASE_VALIDATION_ERROR: { status: 422, label: 'Validation error' },
  GS_VALIDATION_REJECTED: { status: 422, label: 'Validation error(s)' },
  MISSING_ABILITY: { status: 403, label: 'Missing permissions' },
  MISSING_PERMISSION: { status: 403, label: 'Missing permissions' },
  REQUEST_DENIED: { status: 400, label: 'Bad request' },
  REQUEST_SCHEMA_INVALID: { status: 400, label: 'Bad request' },
  RESOURCE_NOT_FOUND: { status: 404, label: 'Resource not found' },
  RESOURCE_CONFLICT: { status: 409, label: 'Resource conflict' },
  RESOURCE_INOPERABLE: { status: 409, label: 'Resource inoperable' },
  INTEGRATION_ERROR: { status: 502, label: 'Error' },
  RATE_LIMITED: { status: 429, label: 'Error' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;

/** Returns every HTTP status that a response with this code may have. */
export function statusesOf(code: ErrorCode): number[] {
  const { status, whenBusy }: CatalogueEntry = catalogue[code];
  return whenBusy === undefined ? [status] : [status, whenBusy];
}

/** A validation problem; `path` is a JSON pointer into the record or the request (design 3). */
export interface Problem {
  path: string;
  value?: unknown;
  message: string;
}

interface ApiErrorOptions {
  reason?: string;
  details?: Record<string, unknown>;
  /** Seconds after which a retry may succeed; sent as Retry-After. */
  retryAfter?: number;
  /** Overrides the code's status: overload is an APPLICATION_ERROR with 503 (design 3). */
  status?: 503;
  cause?: unknown;
}

/** An error of the catalogue. Throw it anywhere; api/platform/errors/handler.ts formats the response. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;
  readonly status: number;

  constructor(code: ErrorCode, { reason, details, retryAfter, status, cause }: ApiErrorOptions = {}) {
    super(reason ?? catalogue[code].label, { cause });
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.retryAfter = retryAfter;
    this.status = status ?? catalogue[code].status;
  }
}

/** The part of the request that violates the schema (spec 8). */
export type RequestContext = 'headers' | 'body' | 'params' | 'querystring';

/** Maximum number of problems listed, so that the response does not grow with the request's faults. */
export const maxProblems = 100;

/**
 * 400: the request violates its schema. The reason is the first field's message; `count` is the total number of faults.
 */
export function invalidRequest(context: RequestContext, fields: Problem[], count = fields.length): ApiError {
  return new ApiError('REQUEST_SCHEMA_INVALID', {
    reason: fields[0]?.message,
    details: { context, fields: fields.slice(0, maxProblems).map(truncated), ...further(count) },
  });
}

/** Echoes only short scalar values, so that no response repeats a whole body. */
function truncated({ path, value, message }: Problem): Problem {
  const isLong = typeof value === 'object' ? value !== null : typeof value === 'string' && value.length > 1_000;
  return value === undefined || isLong ? { path, message } : { path, value, message };
}

/** The number of faults not listed. */
const further = (count: number): { further?: number } => (count > maxProblems ? { further: count - maxProblems } : {});

/** 404, also for records that may not be read, so that ids cannot be probed. */
export function notFound(type: string, id: string): ApiError {
  return new ApiError('RESOURCE_NOT_FOUND', { reason: `No ${type} has the id ${id}`, details: { type, id } });
}

/** 403: no rule allows the action on any record of the type. */
export function missingAbility(action: string, subject: string): ApiError {
  return new ApiError('MISSING_ABILITY', {
    reason: `Missing \`${action}\` ability for \`${subject}\``,
    details: { action, subject },
  });
}

/** Optional reason and additional details of a rejection. */
interface RejectedRequest {
  reason?: string;
  [detail: string]: unknown;
}

/** 403: a rule allows the action, but not on this record. */
export function missingPermission(
  action: string,
  resourceType: string,
  resourceId: string | null,
  { reason = `Can not ${action} resource of type \`${resourceType}\``, ...moreDetails }: RejectedRequest = {},
): ApiError {
  return new ApiError('MISSING_PERMISSION', { reason, details: { action, resourceType, resourceId, ...moreDetails } });
}

/** 409: the revision is stale, or another record has a value that must be unique. */
export function conflict(resourceType: string, resourceId: string | null, reason: string): ApiError {
  return new ApiError('RESOURCE_CONFLICT', { reason, details: { resourceType, resourceId } });
}

/** 409 with a location: another record already has this unique value. */
export function uniqueConflict(resourceType: string, { path, value, message }: Problem): ApiError {
  const fields = [truncated({ path, value, message })];
  return new ApiError('RESOURCE_CONFLICT', { reason: message, details: { resourceType, resourceId: null, fields } });
}

/** 422: a validation that depends on other records failed, such as a reference to a missing record. */
export function invalidRecord(errors: Problem[]): ApiError {
  return new ApiError('DATABASE_VALIDATION_ERROR', {
    reason: errors[0]?.message,
    details: { errors: errors.slice(0, maxProblems).map(truncated), ...further(errors.length) },
  });
}

/** 503: the database is unavailable. */
export function databaseUnavailable(cause?: unknown): ApiError {
  return new ApiError('DATABASE_ERROR', { reason: 'The database is not responding; try again', retryAfter: 5, cause });
}
