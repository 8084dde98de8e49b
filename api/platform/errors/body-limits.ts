import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isRecord } from '#schemas/forms/is-record.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import { maxItemsMessage } from '#schemas/texts/schema-messages.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { invalidRequest, type Problem } from './catalogue.ts';

/**
 * Payload limits independent of the schema: 10,000 rows of a form with seven fields fit, and validating that many
 * values was measured to take less than 100 ms. MongoDB allows 100 levels, some of which a record uses itself.
 */
const limits = { values: 100_000, depth: 80, fields: 5_000, key: 1_000 } as const;

/**
 * Rejects oversized bodies before validation, and texts that the database cannot store in body, query and path:
 * REQUEST_SCHEMA_INVALID with the location.
 */
export const bodyLimits = fastifyPlugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    parse(request, truncateDeepJson(text), done),
  );
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, query, routeOptions } = request;
    assertStorable('querystring', query);
    assertWithinBodyLimits(body, routeOptions.schema?.body);
    request.body = trimmedBody(body, routeOptions.schema?.body);
    done();
  });
  // Runs after the schema validation of the path, whose message describes the id format.
  app.addHook('preHandler', (request, _reply, done) => {
    assertStorable('params', request.params);
    done();
  });
});

/**
 * NUL terminates names in BSON and patterns, and an unpaired surrogate is not valid UTF-8, so no text or key may
 * contain them (design 3).
 */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
const unstorableText = 'Must not contain NUL or lone surrogates';

/** Throws REQUEST_SCHEMA_INVALID for a parameter that the database cannot store. */
function assertStorable(context: 'params' | 'querystring', parameters: unknown): void {
  if (!isRecord(parameters)) return;
  const texts = Object.entries(parameters).map(([name, value]) => ({ name, text: [name, value].flat().join() }));
  const unstorable = texts.filter(({ text }) => !isStorable(text));
  if (unstorable.length === 0) return;
  throw invalidRequest(
    context,
    unstorable.map(({ name }) => ({ path: pointerOf([name]), message: unstorableText })),
  );
}

/** Cuts JSON text off one level beyond the depth limit, which is enough to reject it, so that parsing stays cheap. */
export const truncateDeepJson = (text: string): string => shallowJson(text, limits.depth + 2);

/**
 * Throws REQUEST_SCHEMA_INVALID for the first place where a body exceeds a limit. AJV validates every list item and
 * pattern even of oversized values, so lengths are checked first.
 */
export function assertWithinBodyLimits(body: unknown, schema: unknown): void {
  const excess = findExcess(body, schema);
  if (excess) throw invalidRequest('body', [excess]);
}

/** Values seen so far, and the current depth. */
interface Progress {
  values: number;
  depth: number;
}

/**
 * Returns the first violation of the limits or of the schema's maximum lengths. Called for every value, so it allocates
 * nothing for valid ones.
 */
export function findExcess(
  value: unknown,
  schema?: unknown,
  seen: Progress = { values: 1, depth: 0 },
): Problem | undefined {
  if (typeof value === 'string') return excessInText(value, schema);
  // JSON allows numbers that no JavaScript number can represent.
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { path: '', message: 'Number is too large' };
  if (value === null || typeof value !== 'object') return undefined;
  if (seen.depth > limits.depth) return { path: '', message: `At most ${limits.depth} levels of nesting` };
  seen.depth += 1;
  const excess = Array.isArray(value) ? excessInList(value, schema, seen) : excessInObject(value, schema, seen);
  seen.depth -= 1;
  return excess;
}

/**
 * `maxLength` counts code points of up to two UTF-16 units. Rejects longer texts early, because AJV would still test
 * their pattern and format.
 */
function excessInText(text: string, schema: unknown): Problem | undefined {
  const { maxLength } = isRecord(schema) ? schema : none;
  const isLong = typeof maxLength === 'number' && text.length > 2 * maxLength;
  if (isLong) return { path: '', message: `At most ${maxLength} characters` };
  return isStorable(text) ? undefined : { path: '', message: unstorableText };
}

const tooMany: Problem = { path: '', message: `At most ${limits.values.toLocaleString('en')} values in a body` };

function excessInList(items: unknown[], schema: unknown, seen: Progress): Problem | undefined {
  const { maxItems, items: each } = isRecord(schema) ? schema : none;
  if (typeof maxItems === 'number' && items.length > maxItems) return { path: '', message: maxItemsMessage(maxItems) };
  seen.values += items.length;
  if (seen.values > limits.values) return tooMany;
  for (let index = 0; index < items.length; index += 1) {
    const excess = findExcess(items[index], each, seen);
    if (excess) return { ...excess, path: `/${index}${excess.path}` };
  }
  return undefined;
}

function excessInObject(value: object, schema: unknown, seen: Progress): Problem | undefined {
  const keys = Object.keys(value);
  if (keys.length > limits.fields) return { path: '', message: `At most ${limits.fields} fields` };
  seen.values += keys.length;
  if (seen.values > limits.values) return tooMany;
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : none;
  for (const key of keys) {
    if (key.length > limits.key) return { path: '', message: `At most ${limits.key} characters in a field name` };
    if (!isStorable(key)) return { path: pointerOf([key]), message: unstorableText };
    const inner = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const excess = findExcess(Reflect.get(value, key), inner, seen);
    if (excess) return { ...excess, path: pointerOf([key]) + excess.path };
  }
  return undefined;
}

const none: Record<string, unknown> = {};

const [quote, backslash] = [34, 92];
const [listOpens, listCloses] = [91, 93];
const [objectOpens, objectCloses] = [123, 125];

/**
 * Limits the nesting depth of JSON text: cuts deeper text after the first excess opening bracket and closes it, so that
 * the validation error can name the place. Parsing half a million nested levels would block the event loop for half a
 * second.
 */
export function shallowJson(text: string, maxDepth: number): string {
  const closers: string[] = [];
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) isInString = !isInString;
    else if (isInString) continue;
    else if (code === listCloses || code === objectCloses) closers.pop();
    else if (code === listOpens || code === objectOpens) {
      closers.push(code === listOpens ? ']' : '}');
      if (closers.length > maxDepth) return text.slice(0, at + 1) + closers.reverse().join('');
    }
  }
  return text;
}

/**
 * Returns a request body with texts trimmed that its schema marks with `x-trim`: removes blanks, tabs and zero-width
 * characters at both ends (design 7, "Typed values"). Data without a schema, such as formData, is unchanged.
 */
export function trimmedBody(value: unknown, schema: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (typeof value === 'string') return schema['x-trim'] === true ? trimText(value) : value;
  const { items, properties } = schema;
  if (Array.isArray(value)) return isRecord(items) ? value.map((item) => trimmedBody(item, items)) : value;
  if (!isRecord(value) || !isRecord(properties)) return value;
  const own = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmedBody(each, own(name))]));
}
