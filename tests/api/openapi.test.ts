import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textFormats } from '#schemas/texts/formats.ts';
import { type Api, startApi } from './server.ts';

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { name: string; in: string; schema?: object; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description?: string; content?: Record<string, Media> }>;
}

interface Media {
  schema?: object;
  example?: unknown;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

const isDocument = (body: unknown): body is Document => typeof body === 'object' && body !== null && 'paths' in body;

const methodOf = (name: string) => methods.find((each) => each === name);
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

let api: Api;
let document: Document;
let operations: { name: string; operation: Operation }[];
let ajv: Ajv2020;
/** Cache: most parameters and all errors share their schemas. */
const compiled = new Map<string, ValidateFunction>();

beforeAll(async () => {
  api = await startApi();
  const { body } = await api.call({ path: '/api/openapi.json' });
  if (!isDocument(body)) throw new Error(`Not a document: ${JSON.stringify(body)}`);
  document = body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const [name, { fits }] of Object.entries(textFormats)) ajv.addFormat(name, fits);
  ajv.addSchema({ $id: 'document', components: document.components });
});
afterAll(() => api.close());

describe('the OpenAPI document', () => {
  it('is public and valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    const found = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(found).toEqual({ valid: true });
  });

  it('contains every call of the API, and no other', () => {
    const described = operations.map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ':$1'));
    const isPage = (call: string) => call.includes(' /api/docs');
    const calls = callsOf(api.app.printRoutes({ commonPrefix: false })).filter((call) => !isPage(call));
    // The router joins the names of a parameter of several routes: `:number|:versionId` is one of them.
    const isNamed = (call: string, name: string) => {
      const [parts, others] = [name.split('/'), call.split('/')];
      return parts.length === others.length && parts.every((part, at) => others[at]?.split('|').includes(part));
    };
    const routed = calls.map((call) => described.find((name) => isNamed(call, name)) ?? call);
    expect(described.toSorted()).toEqual(routed.toSorted());
  });

  it('names each operation as generated clients call it, once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]*)*$/.test(id))).toEqual([]);
    const idOf = new Map(operations.map(({ name, operation }) => [name, operation.operationId]));
    const named = [
      ['GET /api/clients', 'listClients'],
      ['GET /api/clients.csv', 'exportClientsCsv'],
      ['POST /api/clients', 'createClient'],
      ['PUT /api/clients/{id}', 'replaceClient'],
      ['GET /api/clients/{id}/overview', 'getClientOverview'],
      ['POST /api/clients/{id}/merges/{mergeId}/undo', 'undoClientMerge'],
      ['POST /api/clients/import', 'importClients'],
      ['POST /api/forms/{id}/versions/{number}/publish', 'publishFormVersion'],
      ['GET /api/users/{id}/email_addresses', 'listUserEmailAddresses'],
      ['PATCH /api/users/{id}/email_addresses/{addressId}', 'updateUserEmailAddress'],
      ['GET /api/guild_resources', 'listAllGuildResources'],
      ['GET /api/audit_log/{id}', 'getAuditEntry'],
      ['POST /api/auth/magic', 'requestSignInLink'],
    ];
    expect(named.map(([name = '']) => [name, idOf.get(name)])).toEqual(named);
  });

  it('has a component for each JSON object that a request sends or receives', () => {
    const inline = operations.flatMap(({ name, operation: { requestBody, responses } }) =>
      [requestBody, ...Object.values(responses)].flatMap((each) => {
        const schema: unknown = each?.content?.['application/json']?.schema;
        return isObject(schema) && schema.type === 'object' ? [name] : [];
      }),
    );
    expect(inline).toEqual([]);
    const names = ['Client', 'ClientInput', 'ClientChanges', 'ClientPage', 'ClientOverview', 'Error400'];
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(names));
  });

  it('describes every call, with its tag', () => {
    const silent = operations.filter(({ operation }) => !operation.summary || !operation.tags?.[0]);
    expect(silent.map(({ name }) => `${name} has no documentation in its route's config`)).toEqual([]);
  });

  it('lists the error statuses of each call, all with the same error schema', () => {
    for (const { name, operation } of operations) {
      const errorResponses = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      const statuses = errorResponses.map(([status]) => status);
      expect([name, statuses]).toEqual([name, expect.arrayContaining(['500', '503'])]);
      const isOpen = operation.security?.length === 0;
      if (!isOpen) expect([name, statuses]).toEqual([name, expect.arrayContaining(['401'])]);
      // A record that does not exist, or that the user may not know of.
      if (/\{\w*[iI]d\}/.test(name)) expect([name, statuses]).toEqual([name, expect.arrayContaining(['404'])]);
      // A change is rejected from another origin.
      if (operation.parameters || operation.requestBody || !name.startsWith('GET '))
        expect([name, statuses]).toEqual([name, expect.arrayContaining(['400'])]);
      for (const [status, { content }] of errorResponses) {
        expect(content?.['application/json']?.schema).toEqual({ $ref: `#/components/schemas/Error${status}` });
      }
    }
  });

  it('documents status 429 only for calls that send mails or visit web sites', () => {
    const limited = operations.filter(({ operation }) => operation.responses[429]);
    const names = limited.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['POST /api/entities/{id}/invitations', 'POST /api/prospect_audit']));
    expect(names).not.toContain('POST /api/clients');
  });

  it('names id parameters whose format every call validates', async () => {
    for (const { name } of operations) {
      const [method = '', path = ''] = name.split(' ');
      for (const [, id = ''] of path.matchAll(/\{(id|\w+Id|mail)\}/g)) {
        const url = path.replace(`{${id}}`, 'XYZ').replaceAll(/\{\w+\}/g, '0123456789abcdef01234567');
        const { status, body } = await api.admin.call({ method: methodOf(method), path: url });
        expect([name, status, body]).toMatchObject([
          name,
          400,
          { details: { fields: expect.arrayContaining([expect.objectContaining({ path: `/${id}` })]) } },
        ]);
      }
    }
  });

  it('lists every parameter that is read: unknown ones are rejected', async () => {
    const open: string[] = [];
    for (const [path, { get }] of Object.entries(document.paths)) {
      const url = path.replaceAll(/\{\w+\}/g, '0123456789abcdef01234567');
      const hasQuery = get?.parameters?.some((each) => each.in === 'query');
      if (hasQuery && (await api.admin.call({ path: `${url}?unknown=1` })).status !== 400) open.push(path);
    }
    expect(open).toEqual([]);
  });

  it('describes the response of every call', () => {
    // A redirect has no response body.
    const answers = ({ responses }: Operation) => responses[303] ?? (responses[200] ?? responses[201])?.content;
    const mute = operations.filter(({ operation }) => !answers(operation));
    expect(mute.map(({ name }) => name)).toEqual([]);
  });

  it('describes every property of requests and responses', () => {
    const vague = [
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) => vagueIn(name, schema)),
      ...operations.flatMap(({ name, operation: { parameters = [], requestBody, responses } }) => [
        ...parameters.flatMap((each) => vagueIn(`${name} ${each.name}`, each.schema)),
        ...[requestBody, ...Object.values(responses)].flatMap((each) =>
          Object.values(each?.content ?? {}).flatMap(({ schema }) => vagueIn(name, schema)),
        ),
      ]),
    ];
    expect(vague).toEqual([]);
  });

  it('has examples that are valid for their schemas', () => {
    const faults = [
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
        faultsOf(name, schema, schema.examples ?? []),
      ),
      ...operations.flatMap(({ name, operation }) => [
        ...(operation.parameters ?? []).flatMap((each) =>
          faultsOf(`${name} ${each.name}`, each.schema, examplesOf(each)),
        ),
        ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
          Object.values(each?.content ?? {}).flatMap((media) => faultsOf(name, media.schema, examplesOf(media))),
        ),
      ]),
    ];
    expect(faults).toEqual([]);
  });

  it('has an example of every record', () => {
    const bare = Object.entries(document.components.schemas).filter(([, { examples = [] }]) => examples.length === 0);
    expect(bare.map(([name]) => name)).toEqual([]);
  });

  it('never contains hidden fields', () => {
    // Passwords are part of requests.
    const isAnswer = ([name]: [string, object]) => !/(Input|Changes)$/.test(name);
    const text = JSON.stringify(Object.entries(document.components.schemas).filter(isAnswer));
    expect(text).not.toContain('challenge');
    expect(text).not.toContain('Autosaved version');
  });
});

describe('the page at /api/docs', () => {
  it('is public, and loads only scripts and styles of its own origin', async () => {
    const page = await api.call({ path: '/api/docs' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(String(page.body)).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:/);
  });

  it('can load each of its files, and the OpenAPI document', async () => {
    const { body } = await api.call({ path: '/api/docs' });
    const files = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    for (const path of [...files, '/api/docs/json'])
      expect([path, (await api.call({ path })).status]).toEqual([path, 200]);
  });
});

function faultsOf(place: string, schema: object = {}, examples: unknown[]): string[] {
  const text = JSON.stringify({ ...schema, examples: undefined });
  const isFit = compiled.get(text) ?? ajv.compile(inDocument(text));
  compiled.set(text, isFit);
  return examples.flatMap((example) =>
    isFit(example) ? [] : [`${place}: ${JSON.stringify(example)} ${ajv.errorsText(isFit.errors)}`],
  );
}

/** The schema with references that resolve within the document. */
const inDocument = (text: string): AnySchema => JSON.parse(text.replaceAll('"#/components/', '"document#/components/'));

/** The paths within a schema that allow any value without saying so. */
function vagueIn(place: string, schema: unknown): string[] {
  if (!isObject(schema)) return schema === undefined ? [place] : [];
  const { properties, items, anyOf, oneOf } = schema;
  const isDescribed = ['type', '$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'description'].some(
    (word) => word in schema,
  );
  return [
    ...(isDescribed ? [] : [place]),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, each]) =>
      vagueIn(`${place}/${name}`, each),
    ),
    ...('items' in schema ? vagueIn(`${place}/items`, items) : []),
    ...[anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? each : [])).flatMap((each) => vagueIn(place, each)),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Examples of a parameter or body are next to its schema or inside it. */
function examplesOf({ schema, example }: Media): unknown[] {
  const inner: unknown = schema && 'examples' in schema ? schema.examples : [];
  return [...(example === undefined ? [] : [example]), ...(Array.isArray(inner) ? inner : [])];
}

/** Parses the route tree that Fastify prints into 'GET /api/orders/:id'; each line extends the one above it. */
function callsOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^((?:[│├└─ ] {0,3}|── )*)(\S+) \(([A-Z, ]+)\)$/u.exec(line) ?? [];
    if (!part) return [];
    const depth = Math.round(indent.length / 4);
    above.length = depth - 1;
    const path = above.join('') + part;
    above.push(part);
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${path}`);
  });
}
