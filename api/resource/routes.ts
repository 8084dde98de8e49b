import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Records } from '#schemas/generated/types.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { allowedFilter } from '../access/viewer.ts';
import { signedIn } from '../auth/signed-in.ts';
import { ApiError, invalidRequest } from '../errors/catalogue.ts';
import { problemsOf } from '../errors/schema-messages.ts';
import { answerOf } from './answer.ts';
import { createBody, idParams, type JsonSchema, updateBody } from './body-schema.ts';
import type { Declaration } from './declaration.ts';
import { type Call, documentationOf } from './documentation.ts';
import type { ResourceName } from './model.ts';
import { populate } from './populate.ts';
import { splitPut } from './put.ts';
import { type ListQuery, parseListQuery } from './query.ts';
import { create, heavyPathsOf, list, type Page, read, remove, type Subject, update } from './service.ts';
import { store } from './store.ts';

interface ById {
  Params: { id: string };
}

/** Registers the calls that a resource offers, generated from its schema (design 3). */
export function registerResource<Name extends ResourceName>(
  app: FastifyInstance,
  { name, resource, declaration }: { name: Name; resource: Resource; declaration: Declaration<Records[Name]> },
): void {
  const url = `/api/${resource.path}`;
  const byId = `${url}/:id`;
  const params = idParams('id');
  const subject = (request: FastifyRequest): Subject<Name> => ({ name, declaration, viewer: signedIn(request) });
  const reply = (request: FastifyRequest, response: FastifyReply, record: Records[Name]) =>
    response.header('ETag', `"${record.revision}"`).send(answerOf(resource, record, signedIn(request)));
  const offers = (operation: Resource['operations'][number]) => resource.operations.includes(operation);
  const extraKeys = Object.keys(declaration.queryKeys ?? {});
  const documented = (call: Call) => ({ documentation: documentationOf(resource, call, { queryKeys: extraKeys }) });

  if (offers('list')) {
    app.get(url, { config: documented('list') }, async (request, response) => {
      const about = subject(request);
      const query = parseListQuery({ resource, query: recordOf(request.query), extraKeys });
      return sendPage({ resource, query, page: await list(about, query), request, response });
    });
  }
  if (resource.schema['x-store']?.short) {
    app.get(`${url}/list`, { config: documented('short') }, async (request) => {
      const records = await store(name).find({
        filter: allowedFilter(signedIn(request), 'read', name),
        sort: ['name'],
        omit: heavyPathsOf(name),
      });
      return records.map(shortOf);
    });
  }
  if (offers('read')) {
    app.get<ById>(byId, { schema: { params }, config: documented('read') }, async (request, response) => {
      const about = subject(request);
      const { populate: names } = parseListQuery({ resource, query: recordOf(request.query), extraKeys: [] });
      const record = await read(about, request.params.id);
      const [populated] = await populate({ name, records: [record], names, viewer: about.viewer });
      return response
        .header('ETag', `"${record.revision}"`)
        .send(answerOf(resource, populated ?? record, about.viewer));
    });
  }
  if (offers('create')) {
    app.post<{ Body: Partial<Records[Name]> }>(
      url,
      { schema: { body: createBody(resource) }, config: documented('create') },
      async (request, response) => {
        const record = await create(subject(request), accepted(request.body));
        return reply(request, response.code(201), record);
      },
    );
  }
  if (offers('update')) {
    const body = updateBody(resource);
    app.patch<ById & { Body: Partial<Records[Name]> }>(
      byId,
      { schema: { params, body }, config: documented('update') },
      async (request, response) => {
        const changes = {
          id: request.params.id,
          revision: seenRevision(request),
          changes: accepted<Partial<Records[Name]>>(request.body),
        };
        return reply(request, response, await update(subject(request), changes));
      },
    );
    app.put<ById & { Body: Record<string, unknown> }>(
      byId,
      { schema: { params, body: { type: 'object' } }, config: documented('replace') },
      async (request, response) => {
        const about = subject(request);
        const stored = answerOf(resource, await read(about, request.params.id), about.viewer);
        const changes = splitPut<Partial<Records[Name]>>({
          resource,
          body: request.body,
          stored,
          isFit: fits(request, body),
        });
        return reply(
          request,
          response,
          await update(about, { id: request.params.id, revision: seenRevision(request), changes }),
        );
      },
    );
  }
  if (offers('delete')) {
    app.delete<ById>(byId, { schema: { params }, config: documented('delete') }, async (request, response) =>
      reply(
        request,
        response,
        await remove(subject(request), { id: request.params.id, revision: seenRevision(request) }),
      ),
    );
  }
}

/** The body as the type of the schema that has just accepted it. */
function accepted<T>(body: unknown): T {
  if (isAccepted<T>(body)) return body;
  throw new ApiError('APPLICATION_ERROR');
}

const isAccepted = <T>(body: unknown): body is T => typeof body === 'object' && body !== null;

/** What a menu needs of a record (design 3). */
function shortOf(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => ['id', 'name', 'slug'].includes(field)));
}

/** Answers a page in the dialect that asked; both carry its place in headers (design 3). */
function sendPage({
  resource,
  query,
  page,
  request,
  response,
}: {
  resource: Resource;
  query: ListQuery;
  page: Page;
  request: FastifyRequest;
  response: FastifyReply;
}): FastifyReply {
  const results = page.results.map((record) => answerOf(resource, record, signedIn(request)));
  const last = query.skip + Math.max(results.length - 1, 0);
  response.header(
    'Content-Range',
    results.length === 0 ? `${resource.path} */${page.total}` : `${resource.path} ${query.skip}-${last}/${page.total}`,
  );
  response.header('X-Total-Count', page.total);
  if (query.dialect === 'simple') return response.send(results);
  const pagination = {
    page: query.page,
    limit: query.limit,
    total: page.total,
    ...(page.totalIsMinimum ? { totalIsMinimum: true } : {}),
  };
  return response.send({ pagination, results });
}

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

/** Checks a value against a schema as a body would be. Throws REQUEST_SCHEMA_INVALID. */
export function fits(request: FastifyRequest, schema: JsonSchema): (value: object) => void {
  return (value) => {
    const validate = request.compileValidationSchema(schema);
    if (validate(value)) return;
    throw invalidRequest(
      'body',
      (validate.errors ?? []).flatMap((fault) => problemsOf(fault, value)),
    );
  };
}

const recordOf = (query: unknown): Record<string, unknown> => {
  if (query !== null && typeof query === 'object') return { ...query };
  throw new ApiError('APPLICATION_ERROR');
};
