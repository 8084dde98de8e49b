import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Records } from '#schemas/generated/types.ts';
import type { Operation, Resource } from '#schemas/resource/resource.ts';
import { assertWithinBodyLimits, trimmedBody } from '../../../platform/errors/body-limits.ts';
import { ApiError, type ErrorCode, invalidRequest } from '../../../platform/errors/catalogue.ts';
import { requestValidators } from '../../../platform/errors/request-validators.ts';
import { schemaViolation } from '../../../platform/errors/schema-messages.ts';
import { signedIn } from '../../access/signed-in.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { ResourceName } from '../../store/model.ts';
import { listParameterTable } from '../lists/parameters.ts';
import { populate } from '../lists/populate.ts';
import { parseListQuery } from '../lists/query.ts';
import { type ListRoute, registerList } from '../lists/routes.ts';
import type { Expansion, RecordOperations, StoreResponse } from '../records/calls.ts';
import { patchFromPut } from '../records/put.ts';
import { toResponse } from '../rules/serializer.ts';
import { createBody, idParams, type JsonSchema, updateBody } from '../schemas/body-schema.ts';
import { type Call, documentationOf } from './documentation.ts';
import { sendIdempotently } from './idempotent-reply.ts';

/** URL and operations of a resource's routes. */
export interface ResourceRoutes<Name extends ResourceName> extends ListRoute {
  name: Name;
  /** The URL parameter with the record's id. */
  parameter: string;
  operations: Operation[];
  /** Errors of create and update besides the common ones. */
  errors?: ErrorCode[];
  /** Errors of create only. */
  createErrors?: ErrorCode[] | undefined;
  expansion?: Expansion<Records[Name]> | undefined;
  calls: (request: FastifyRequest) => Promise<RecordOperations<Records[Name]>> | RecordOperations<Records[Name]>;
}

/** Registers the CRUD routes that a resource offers at a URL, generated from its schema (design 3). */
export function registerResource<Name extends ResourceName>(app: FastifyInstance, place: ResourceRoutes<Name>): void {
  const { name, resource, url, parents, parameter, calls } = place;
  const byId = `${url}/:${parameter}`;
  const above = parents.length > 0 ? { params: idParams(...parents) } : {};
  const params = idParams(...parents, parameter);
  const reply = (request: FastifyRequest, response: FastifyReply, record: Records[Name]) =>
    response.header('ETag', `"${record.revision}"`).send(toResponse(resource, record, signedIn(request)));
  const offers = (operation: Operation) => place.operations.includes(operation);
  const { errors = [], createErrors = [], expansion } = place;
  const errorsOf = (call: Call) => (call === 'create' ? [...errors, ...createErrors] : errors);
  const documented = (call: Call) => ({ documentation: documentationOf(resource, call, errorsOf(call), expansion) });

  const isIdempotent = resource.schema['x-store']?.idempotent === true;

  if (offers('list')) registerList(app, place);
  if (offers('read')) {
    const requestedNames = (request: FastifyRequest) =>
      parseListQuery({ resource, query: recordOf(request.query), extraKeys: [], expansion: expansion?.name }).populate;
    const isHeavy = (request: FastifyRequest) =>
      expansion !== undefined &&
      listParameterTable.populate.read(String(recordOf(request.query).populate), 'page')?.includes(expansion.name) ===
        true;
    app.get(byId, { schema: { params }, config: { ...documented('read'), isHeavy } }, async (request, response) => {
      const names = requestedNames(request);
      const record = await (await calls(request)).read(pathId(request, parameter));
      const viewer = signedIn(request);
      const [populated] = await populate({ name, records: [record], names, viewer });
      const expanded =
        expansion && names.includes(expansion.name) ? { [expansion.name]: await expansion.load(record) } : {};
      const answer = { ...toResponse(resource, populated ?? record, viewer), ...expanded };
      return response.header('ETag', `"${record.revision}"`).send(answer);
    });
  }
  if (offers('create')) {
    app.post<{ Body: Partial<Records[Name]> }>(
      url,
      { schema: { ...above, body: createBody(resource) }, config: documented('create') },
      async (request, response) => {
        const viewer = signedIn(request);
        const changes = withDefaults(resource, asBody<Partial<Records[Name]>>(request.body), viewer);
        const about = await calls(request);
        if (!isIdempotent) return reply(request, response.code(201), await about.create(changes));
        const make = (storeResponse: StoreResponse<Records[Name]>) => about.create(changes, storeResponse);
        return await sendIdempotently({ request, reply: response, name, checksStoredResponseFirst: false, make });
      },
    );
  }
  if (offers('update')) {
    const body = updateBody(resource);
    app.patch<{ Body: Partial<Records[Name]> }>(
      byId,
      { schema: { params, body }, config: documented('update') },
      async (request, response) => {
        const revision = ifMatchRevision(request);
        const changes = asBody<Partial<Records[Name]>>(request.body);
        const about = await calls(request);
        return reply(request, response, await about.update({ id: pathId(request, parameter), revision, changes }));
      },
    );
    app.put<{ Body: Record<string, unknown> }>(
      byId,
      { schema: { params, body: { type: 'object' } }, config: documented('replace') },
      async (request, response) => {
        const about = await calls(request);
        const id = pathId(request, parameter);
        const record = await (about.readStored ?? about.read)(id);
        const revision = ifMatchRevision(request) ?? revisionIn(request.body);
        // The server-owned fields of a stale record differ as well, so report the conflict instead.
        if (revision !== undefined && revision !== record.revision)
          return reply(request, response, await about.update({ id, revision, changes: {} }));
        const stored = toResponse(resource, record, signedIn(request));
        const changes = patchFromPut<Partial<Records[Name]>>({
          resource,
          body: request.body,
          stored,
          accept: bodyParser(request, body),
        });
        return reply(request, response, await about.update({ id, revision, changes }));
      },
    );
  }
  if (offers('delete')) {
    app.delete(byId, { schema: { params }, config: documented('delete') }, async (request, response) => {
      const revision = ifMatchRevision(request);
      const about = await calls(request);
      return reply(request, response, await about.remove({ id: pathId(request, parameter), revision }));
    });
  }
}

/** The revision in a whole record. */
const revisionIn = ({ revision }: Record<string, unknown>) =>
  Number.isInteger(revision) ? Number(revision) : undefined;

/** Reads an id from the URL parameters. The route's schema has validated it. */
export function pathId({ params }: FastifyRequest, parameter: string): string {
  const id: unknown = params !== null && typeof params === 'object' ? Reflect.get(params, parameter) : undefined;
  if (typeof id === 'string') return id;
  throw new ApiError('APPLICATION_ERROR');
}

/** Completes the body of a create with defaults that depend on the viewer (`x-default`). */
export function withDefaults<T extends object>({ schema }: Resource, body: T, viewer: Viewer): T {
  const mine = Object.entries(schema.properties).filter(([, property]) => property['x-default'] === 'viewer');
  return { ...Object.fromEntries(mine.map(([field]) => [field, viewer.user.id])), ...body };
}

/** Casts a body to the type of the schema that has just validated it. */
export function asBody<T>(body: unknown): T {
  if (isAccepted<T>(body)) return body;
  throw new ApiError('APPLICATION_ERROR');
}

const isAccepted = <T>(body: unknown): body is T => typeof body === 'object' && body !== null;

/** The revision in If-Match; undefined without the header. Throws REQUEST_SCHEMA_INVALID for another format. */
export function ifMatchRevision({ headers }: FastifyRequest): number | undefined {
  const match = headers['if-match'];
  if (match === undefined || match === '*') return undefined;
  const revision = /^"(\d{1,15})"$/.exec(match)?.[1];
  if (revision !== undefined) return Number(revision);
  throw invalidRequest('headers', [
    { path: '/if-match', value: match, message: 'Must be a revision in quotes, such as "7"' },
  ]);
}

/** Trims and validates a value like a request body. Throws REQUEST_SCHEMA_INVALID. */
export function bodyParser(request: FastifyRequest, schema: JsonSchema): (value: unknown) => unknown {
  return (value) => parseBody(value, schema, request.compileValidationSchema(schema));
}

type BodyValidator = ReturnType<FastifyRequest['compileValidationSchema']>;

/** Trims and validates values like request bodies, outside of a request. Throws REQUEST_SCHEMA_INVALID. */
export function schemaParser(schema: JsonSchema): (value: unknown) => unknown {
  const compiled: { validate?: BodyValidator } = {};
  return (value) => {
    compiled.validate ??= requestValidators()({ schema });
    return parseBody(value, schema, compiled.validate);
  };
}

function parseBody(value: unknown, schema: JsonSchema, validate: BodyValidator): unknown {
  assertWithinBodyLimits(value, schema);
  const trimmed = trimmedBody(value, schema);
  if (validate(trimmed)) return trimmed;
  throw schemaViolation('body', validate.errors ?? [], trimmed);
}

const recordOf = (query: unknown): Record<string, unknown> => {
  if (query !== null && typeof query === 'object') return { ...query };
  throw new ApiError('APPLICATION_ERROR');
};
