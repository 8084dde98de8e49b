interface CatalogueEntry {
  status: number;
  /** That of overload, which is an APPLICATION_ERROR, too (design 3). */
  whenBusy?: 503;
  label: string;
}

/** The error catalogue of spec 8 with the statuses of design 3. RATE_LIMITED is the design's own. */
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

/** Every status that answers with this code may have. */
export function statusesOf(code: ErrorCode): number[] {
  const { status, whenBusy }: CatalogueEntry = catalogue[code];
  return whenBusy === undefined ? [status] : [status, whenBusy];
}

/** One fault at one place; `path` is a JSON pointer into the record or the request (design 3). */
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
  /** Another than the code's own: overload is an APPLICATION_ERROR with 503 (design 3). */
  status?: 503;
  cause?: unknown;
}

/** An answer of the catalogue, thrown anywhere and formatted in one place (api/errors/handler.ts). */
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

/** Where in the request the schema was broken (spec 8). */
export type RequestContext = 'headers' | 'body' | 'params' | 'querystring';

/** Nobody mends more than these at once, and an answer must not grow with the faults of a request. */
export const mostProblems = 100;

/** 400: the request does not fit its schema; the reason is the first field's message. `count` is that of all faults. */
export function invalidRequest(context: RequestContext, fields: Problem[], count = fields.length): ApiError {
  return new ApiError('REQUEST_SCHEMA_INVALID', {
    reason: fields[0]?.message,
    details: { context, fields: fields.slice(0, mostProblems).map(answered), ...further(count) },
  });
}

/** Only short scalars are echoed, so that no answer repeats a whole body. */
function answered({ path, value, message }: Problem): Problem {
  const isLong = typeof value === 'object' ? value !== null : typeof value === 'string' && value.length > 1_000;
  return value === undefined || isLong ? { path, message } : { path, value, message };
}

/** How many faults an answer does not list. */
const further = (count: number): { further?: number } =>
  count > mostProblems ? { further: count - mostProblems } : {};

/** 404, also for what exists but may not be read, so that ids cannot be probed. */
export function notFound(type: string, id: string): ApiError {
  return new ApiError('RESOURCE_NOT_FOUND', { reason: `No ${type} has the id ${id}`, details: { type, id } });
}

/** 403: no rule allows the action on any such subject. */
export function missingAbility(action: string, subject: string): ApiError {
  return new ApiError('MISSING_ABILITY', {
    reason: `Missing \`${action}\` ability for \`${subject}\``,
    details: { action, subject },
  });
}

/** What more is said of a refusal: its reason in other words, and what else the details name. */
interface Refused {
  reason?: string;
  [detail: string]: unknown;
}

/** 403: a rule allows the action, but not on this record. */
export function missingPermission(
  action: string,
  resourceType: string,
  resourceId: string | null,
  { reason = `Can not ${action} resource of type \`${resourceType}\``, ...told }: Refused = {},
): ApiError {
  return new ApiError('MISSING_PERMISSION', { reason, details: { action, resourceType, resourceId, ...told } });
}

/** 409: the record is not the one that the caller has seen, or another holds what must be unique. */
export function conflict(resourceType: string, resourceId: string | null, reason: string): ApiError {
  return new ApiError('RESOURCE_CONFLICT', { reason, details: { resourceType, resourceId } });
}

/** 409 at its place: another record has what must be one's alone. */
export function taken(resourceType: string, { path, value, message }: Problem): ApiError {
  const fields = [answered({ path, value, message })];
  return new ApiError('RESOURCE_CONFLICT', { reason: message, details: { resourceType, resourceId: null, fields } });
}

/** 422: what only other records tell, such as a reference that names nothing. */
export function unfit(errors: Problem[]): ApiError {
  return new ApiError('DATABASE_VALIDATION_ERROR', {
    reason: errors[0]?.message,
    details: { errors: errors.slice(0, mostProblems).map(answered), ...further(errors.length) },
  });
}

/** 503 for what only the database can tell. */
export function away(cause?: unknown): ApiError {
  return new ApiError('DATABASE_ERROR', { reason: 'The database does not answer; try again', retryAfter: 5, cause });
}
