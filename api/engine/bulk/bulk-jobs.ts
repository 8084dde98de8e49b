import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxBulkIds, maxBulkMatches } from '#schemas/bulk/bulk-jobs.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { BulkJob, JsonMap } from '#schemas/generated/types.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { hourlyRateLimit } from '../../platform/database/rate-limiter.ts';
import { ApiError, invalidRequest } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { signedIn } from '../access/signed-in.ts';
import { allowedFilter, loadReadable, type Viewer, viewerNow } from '../access/viewer.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { StoreResponse } from '../resource/records/calls.ts';
import { documentationOf, idempotencyKey } from '../resource/routes/documentation.ts';
import { sendIdempotently } from '../resource/routes/idempotent-reply.ts';
import { bodyParser } from '../resource/routes/routes.ts';
import type { ResourceHooks } from '../resource/rules/declaration.ts';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { type BulkTarget, bulkTarget } from './bulk-actions.ts';

/** Retention of a preview that is never started, and of a job that was; milliseconds. */
export const bulkRetention = { preview: 86_400_000, run: 30 * 86_400_000 };

/** Jobs that one user may have in progress at once, and start in an hour. */
const maxInProgress = 5;
const hourly = 100;

const assertWithinRate = hourlyRateLimit({
  name: 'bulk',
  hourly,
  reason: 'Too many bulk jobs were started; try again later',
});

/** The changes that mark a bulk job as ended. */
export const endedChanges = (status: 'done' | 'canceled' | 'failed'): Partial<BulkJob> => ({
  status,
  endedAt: now().toISOString(),
});

/** What users may request; all other changes of the status are made by the job. */
const requests: Readonly<Record<BulkJob['status'], readonly BulkJob['status'][]>> = {
  checking: ['canceled'],
  ready: ['running', 'canceled'],
  running: ['canceled'],
  done: [],
  canceled: [],
  failed: [],
};

/** Hooks of the BulkJob resource: its user starts it after the preview, and may cancel it until it has ended. */
export const bulkJobs: ResourceHooks<BulkJob> = {
  async beforeWrite({ current, changes }) {
    const { status } = changes;
    if (!current || status === undefined || status === current.status) return changes;
    if (!requests[current.status].includes(status))
      throw new ApiError('REQUEST_DENIED', {
        reason: `The status of a bulk job cannot change from ${current.status} to ${status}`,
      });
    if (status === 'canceled') return endedChanges('canceled');
    if (current.allowed === 0)
      throw new ApiError('REQUEST_DENIED', { reason: 'The action is not possible on any of the selected records' });
    return { status, expires: fromNow(bulkRetention.run).toISOString() };
  },
  async afterWrite({ id, status }, { current }) {
    if (status === 'running' && current?.status !== 'running') await enqueueJob('bulk', `BulkJob/${id}`);
  },
};

/** The request that starts a preview: exactly one of `ids`, `query` and `failedOf` selects the records. */
interface BulkInput {
  resource: string;
  action: string;
  input?: JsonMap;
  ids?: string[];
  query?: JsonMap;
  failedOf?: string;
}

const body = {
  type: 'object',
  properties: {
    resource: { type: 'string', maxLength: 60, description: 'The list of the records, such as `orders`.' },
    action: { type: 'string', maxLength: 60, description: 'For example `set`, or `submit` for orders.' },
    input: {
      type: 'object',
      additionalProperties: true,
      description: 'The properties that `set` changes, or what another action needs.',
    },
    ids: {
      type: 'array',
      items: { type: 'string', pattern: idPattern },
      minItems: 1,
      maxItems: maxBulkIds,
      uniqueItems: true,
      description: 'The ids of the records.',
    },
    query: {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 20_000 },
      maxProperties: 100,
      description: `Selects all records that match this query of the list, at most ${maxBulkMatches}: the same parameters, without those for paging.`,
    },
    failedOf: {
      type: 'string',
      pattern: idPattern,
      description: 'Selects the records that an earlier bulk job did not change.',
    },
  },
  required: ['resource', 'action'],
  additionalProperties: false,
};

/**
 * POST /api/bulk_jobs: starts the preview of a bulk job. It returns at once; reading the job reports the progress, and
 * PATCH of its status to running starts the changes.
 */
export async function bulkJobsRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Body: BulkInput }>(
    '/api/bulk_jobs',
    { schema: { body }, config: { documentation } },
    async (request, reply) =>
      await sendIdempotently({
        request,
        reply,
        name: 'BulkJob',
        checksStoredResponseFirst: true,
        make: (storeResponse) => startPreview(request, storeResponse),
      }),
  );
}

/**
 * Checks the limits, then stores the job and enqueues its preview. Throws REQUEST_SCHEMA_INVALID for an unknown
 * resource or action, an invalid input, and a query that matches too many records; RATE_LIMITED for too many jobs.
 */
async function startPreview(
  request: FastifyRequest<{ Body: BulkInput }>,
  storeResponse: StoreResponse<BulkJob>,
): Promise<BulkJob> {
  const viewer = signedIn(request);
  const { resource: path, action, input = {} } = request.body;
  const target = bulkTarget(path);
  if (!target) throw invalid('/resource', path, `There is no list ${path} with bulk jobs`);
  const schema = target.inputOf(action);
  if (!schema) throw invalid('/action', action, `Must be one of: ${target.actionNames.join(', ')}`);
  await assertUnlimitedKey(viewer);
  allowedFilter(viewer, 'read', target.name);
  const parsed = bodyParser(request, inputBody(schema))({ input });
  const { selection, total } = await selectionOf(request.body, { viewer, target });
  await assertNotBusy(viewer);
  await assertWithinRate(viewer.user.id);
  return await transaction(async () => {
    const job = await storeOf('BulkJob').insert({
      user: viewer.user.id,
      actor: viewer.really?.id ?? null,
      resource: path,
      action,
      input: inputIn(parsed),
      selection,
      total,
      expires: fromNow(bulkRetention.preview).toISOString(),
    });
    await enqueueJob('bulk', `BulkJob/${job.id}`);
    await storeResponse(job);
    return job;
  });
}

const invalid = (path: string, value: unknown, message: string) => invalidRequest('body', [{ path, value, message }]);

const inputBodies = new WeakMap<JsonSchema, JsonSchema>();

/** The schema of a body with only the input, so that the paths of its errors are those of the request. */
function inputBody(schema: JsonSchema): JsonSchema {
  const cached = inputBodies.get(schema);
  if (cached) return cached;
  const built = { type: 'object', properties: { input: schema }, required: ['input'], additionalProperties: false };
  inputBodies.set(schema, built);
  return built;
}

const inputIn = (parsed: unknown): JsonMap => {
  const input: unknown = Reflect.get(Object(parsed), 'input');
  return { ...Object(input) };
};

/** The stored selection and the number of its records. */
async function selectionOf(
  { ids, query, failedOf, resource: path }: BulkInput,
  { viewer, target }: { viewer: Viewer; target: BulkTarget },
): Promise<{ selection: JsonMap; total: number }> {
  const given = Object.entries({ ids, query, failedOf }).filter(([, value]) => value !== undefined);
  if (given.length !== 1) throw invalid('', undefined, 'Must have exactly one of ids, query and failedOf');
  if (ids) return { selection: { ids }, total: ids.length };
  if (failedOf !== undefined) {
    const earlier = await loadReadable(viewer, 'BulkJob', failedOf);
    if (earlier.resource !== path) throw invalid('/failedOf', failedOf, `Must be a bulk job of ${path}`);
    const total = await storeOf('BulkItem').count({ job: failedOf, status: unchanged });
    return { selection: { failedOf }, total };
  }
  const { total, totalIsMinimum } = await target.count(viewer, query ?? {});
  if (totalIsMinimum) {
    const limit = maxBulkMatches.toLocaleString('en-US');
    throw invalidRequest('body', [
      { path: '/query', message: `More than ${limit} records match: narrow the filter to at most ${limit}` },
    ]);
  }
  return { selection: { query: query ?? {} }, total };
}

/** The statuses of records that a job did not change. */
export const unchanged = { $in: ['waiting', 'allowed', 'refused', 'failed'] };

/**
 * The job runs with all rights of its user, so an API key with limits cannot start one. Throws REQUEST_DENIED.
 */
async function assertUnlimitedKey(viewer: Viewer): Promise<void> {
  if (viewer.key === undefined) return;
  const whole = await viewerNow(viewer.user.id);
  if (whole && isEqual(whole.rules, viewer.rules)) return;
  throw new ApiError('REQUEST_DENIED', { reason: 'An API key with limits cannot start bulk jobs' });
}

async function assertNotBusy({ user }: Viewer): Promise<void> {
  const inProgress = await storeOf('BulkJob').count(
    { user: user.id, status: { $in: ['checking', 'running'] } },
    maxInProgress,
  );
  if (inProgress < maxInProgress) return;
  throw new ApiError('RATE_LIMITED', {
    reason: `You already have ${maxInProgress} bulk jobs in progress: wait until one of them is done`,
    retryAfter: 10,
  });
}

const documentation: Documentation = {
  ...documentationOf(resource('BulkJob'), 'create', ['RESOURCE_NOT_FOUND', 'RATE_LIMITED']),
  summary: 'Preview a change of many records',
  operationId: 'previewBulkJob',
  description: `Checks which of the selected records the action is possible on, with the rights of the caller, and writes nothing. Select at most ${maxBulkIds} records by id or ${maxBulkMatches} by a query of their list. Read the job for its progress; PATCH its status to running starts it, and to canceled stops it. Each record is changed like by a single save, if it is still at the revision that the preview saw. The result of each record is at \`/items\`.`,
  status: 201,
  headers: idempotencyKey,
};
