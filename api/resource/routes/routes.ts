import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Records } from '#schemas/generated/types.ts';
import type { Operation, Resource } from '#schemas/resource/resource.ts';
import { signedIn } from '../../access/signed-in.ts';
import type { Viewer } from '../../access/viewer.ts';
import { assertBounded } from '../../errors/bounded-body.ts';
import { ApiError, type ErrorCode, invalidRequest } from '../../errors/catalogue.ts';
import { misfitting } from '../../errors/schema-messages.ts';
import { trimmedBody } from '../../errors/trimmed-body.ts';
import type { ResourceName } from '../../store/model.ts';
import { parameters } from '../lists/parameters.ts';
import { populate } from '../lists/populate.ts';
import { parseListQuery } from '../lists/query.ts';
import { type ListPlace, registerList } from '../lists/routes.ts';
import type { Brought, Calls, Keep } from '../records/calls.ts';
import { splitPut } from '../records/put.ts';
import { answerOf } from '../rules/answer.ts';
import { createBody, idParams, type JsonSchema, updateBody } from '../schemas/body-schema.ts';
import { answerMade } from './answer-made.ts';
import { type Call, documentationOf } from './documentation.ts';

/** Where the calls of a resource stand, and what they do there. */
export interface Place<Name extends ResourceName> extends ListPlace {
  name: Name;
  /** The id in the address that names a record. */
  parameter: string;
  operations: Operation[];
  /** What making and changing refuse, beside what all do. */
  errors?: ErrorCode[];
  /** What making alone refuses. */
  makingRefuses?: ErrorCode[] | undefined;
  brought?: Brought<Records[Name]> | undefined;
  calls: (request: FastifyRequest) => Promise<Calls<Records[Name]>> | Calls<Records[Name]>;
}

/** Registers the calls that a resource offers at one place, generated from its schema (design 3). */
export function registerResource<Name extends ResourceName>(app: FastifyInstance, place: Place<Name>): void {
  const { name, resource, url, parents, parameter, calls } = place;
  const byId = `${url}/:${parameter}`;
  const above = parents.length > 0 ? { params: idParams(...parents) } : {};
  const params = idParams(...parents, parameter);
  const reply = (request: FastifyRequest, response: FastifyReply, record: Records[Name]) =>
    response.header('ETag', `"${record.revision}"`).send(answerOf(resource, record, signedIn(request)));
  const offers = (operation: Operation) => place.operations.includes(operation);
  const { errors = [], makingRefuses = [], brought } = place;
  const refusals = (call: Call) => (call === 'create' ? [...errors, ...makingRefuses] : errors);
  const documented = (call: Call) => ({ documentation: documentationOf(resource, call, refusals(call), brought) });

  const isIdempotent = resource.schema['x-store']?.idempotent === true;

  if (offers('list')) registerList(app, place);
  if (offers('read')) {
    const asked = (request: FastifyRequest) =>
      parseListQuery({ resource, query: recordOf(request.query), extraKeys: [], brought: brought?.name }).populate;
    const isHeavy = (request: FastifyRequest) =>
      brought !== undefined &&
      parameters.populate.read(String(recordOf(request.query).populate), 'page')?.includes(brought.name) === true;
    app.get(byId, { schema: { params }, config: { ...documented('read'), isHeavy } }, async (request, response) => {
      const names = asked(request);
      const record = await (await calls(request)).read(pathId(request, parameter));
      const viewer = signedIn(request);
      const [populated] = await populate({ name, records: [record], names, viewer });
      const beside = brought && names.includes(brought.name) ? { [brought.name]: await brought.of(record) } : {};
      const answer = { ...answerOf(resource, populated ?? record, viewer), ...beside };
      return response.header('ETag', `"${record.revision}"`).send(answer);
    });
  }
  if (offers('create')) {
    app.post<{ Body: Partial<Records[Name]> }>(
      url,
      { schema: { ...above, body: createBody(resource) }, config: documented('create') },
      async (request, response) => {
        const viewer = signedIn(request);
        const changes = withDefaults(resource, accepted<Partial<Records[Name]>>(request.body), viewer);
        const about = await calls(request);
        if (!isIdempotent) return reply(request, response.code(201), await about.create(changes));
        const make = (keep: Keep<Records[Name]>) => about.create(changes, keep);
        return await answerMade({ request, reply: response, name, asksFirst: false, make });
      },
    );
  }
  if (offers('update')) {
    const body = updateBody(resource);
    app.patch<{ Body: Partial<Records[Name]> }>(
      byId,
      { schema: { params, body }, config: documented('update') },
      async (request, response) => {
        const revision = seenRevision(request);
        const changes = accepted<Partial<Records[Name]>>(request.body);
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
        const record = await (about.stored ?? about.read)(id);
        const revision = seenRevision(request) ?? revisionIn(request.body);
        // What a stale record has of the server's own fields differs as well: the conflict is what there is to say.
        if (revision !== undefined && revision !== record.revision)
          return reply(request, response, await about.update({ id, revision, changes: {} }));
        const stored = answerOf(resource, record, signedIn(request));
        const changes = splitPut<Partial<Records[Name]>>({
          resource,
          body: request.body,
          stored,
          accept: fits(request, body),
        });
        return reply(request, response, await about.update({ id, revision, changes }));
      },
    );
  }
  if (offers('delete')) {
    app.delete(byId, { schema: { params }, config: documented('delete') }, async (request, response) => {
      const revision = seenRevision(request);
      const about = await calls(request);
      return reply(request, response, await about.remove({ id: pathId(request, parameter), revision }));
    });
  }
}

/** The revision that a whole record was read with. */
const revisionIn = ({ revision }: Record<string, unknown>) =>
  Number.isInteger(revision) ? Number(revision) : undefined;

/** The id that the address has in the place of `parameter`, which its schema has checked. */
export function pathId({ params }: FastifyRequest, parameter: string): string {
  const id: unknown = params !== null && typeof params === 'object' ? Reflect.get(params, parameter) : undefined;
  if (typeof id === 'string') return id;
  throw new ApiError('APPLICATION_ERROR');
}

/** A body that makes a record, completed with what who sends it need not say (`x-default`). */
function withDefaults<T extends object>({ schema }: Resource, body: T, viewer: Viewer): T {
  const mine = Object.entries(schema.properties).filter(([, property]) => property['x-default'] === 'viewer');
  return { ...Object.fromEntries(mine.map(([field]) => [field, viewer.user.id])), ...body };
}

/** The body as the type of the schema that has just accepted it. */
export function accepted<T>(body: unknown): T {
  if (isAccepted<T>(body)) return body;
  throw new ApiError('APPLICATION_ERROR');
}

const isAccepted = <T>(body: unknown): body is T => typeof body === 'object' && body !== null;

/** The revision that If-Match names; undefined without the header. Throws REQUEST_SCHEMA_INVALID for another form. */
export function seenRevision({ headers }: FastifyRequest): number | undefined {
  const match = headers['if-match'];
  if (match === undefined || match === '*') return undefined;
  const revision = /^"(\d{1,15})"$/.exec(match)?.[1];
  if (revision !== undefined) return Number(revision);
  throw invalidRequest('headers', [
    { path: '/if-match', value: match, message: 'Must be a revision in quotes, such as "7"' },
  ]);
}

/** Trims and checks a value by a schema as a body would be, and returns it. Throws REQUEST_SCHEMA_INVALID. */
export function fits(request: FastifyRequest, schema: JsonSchema): (value: unknown) => unknown {
  return (value) => {
    assertBounded(value, schema);
    const trimmed = trimmedBody(value, schema);
    const validate = request.compileValidationSchema(schema);
    if (validate(trimmed)) return trimmed;
    throw misfitting('body', validate.errors ?? [], trimmed);
  };
}

const recordOf = (query: unknown): Record<string, unknown> => {
  if (query !== null && typeof query === 'object') return { ...query };
  throw new ApiError('APPLICATION_ERROR');
};
