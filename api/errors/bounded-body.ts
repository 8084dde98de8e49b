import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isRecord } from '#schemas/forms/is-record.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import { mostItems } from '#schemas/texts/schema-messages.ts';
import { invalidRequest, type Problem } from './catalogue.ts';
import { shallowJson } from './shallow-json.ts';
import { trimmedBody } from './trimmed-body.ts';

/**
 * What one body may hold, whatever its schema says: 10,000 rows of a form with seven fields each fit, and reading so much by
 * a schema was measured to take less than 100 ms. MongoDB takes 100 levels; a record's own take some of them.
 */
const most = { values: 100_000, depth: 80, fields: 5_000, key: 1_000 } as const;

/**
 * Refuses a body that is too much before anything reads what it says, and whatever the database can not hold, in body, query and path:
 * REQUEST_SCHEMA_INVALID with the place.
 */
export const boundedBody = fastifyPlugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    parse(request, parsable(text), done),
  );
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, query, routeOptions } = request;
    assertStorable('querystring', query);
    assertBounded(body, routeOptions.schema?.body);
    request.body = trimmedBody(body, routeOptions.schema?.body);
    done();
  });
  // After the schema of the path, whose message says what an id looks like.
  app.addHook('preHandler', (request, _reply, done) => {
    assertStorable('params', request.params);
    done();
  });
});

/** NUL ends a name in BSON and a pattern, and half of a surrogate pair is no character of UTF-8: no text or key holds either (design 3). */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
const unstorableText = 'May hold neither NUL nor half of a surrogate pair';

/** Throws REQUEST_SCHEMA_INVALID for a parameter that the database could not hold. */
function assertStorable(context: 'params' | 'querystring', parameters: unknown): void {
  if (!isRecord(parameters)) return;
  const texts = Object.entries(parameters).map(([name, value]) => ({ name, text: [name, value].flat().join() }));
  const strange = texts.filter(({ text }) => !isStorable(text));
  if (strange.length === 0) return;
  throw invalidRequest(
    context,
    strange.map(({ name }) => ({ path: pointerOf([name]), message: unstorableText })),
  );
}

/** The text of a body as far as it has to be read: one list or object more than it may hold in each other is enough to refuse it. */
export const parsable = (text: string): string => shallowJson(text, most.depth + 2);

/**
 * Throws REQUEST_SCHEMA_INVALID for the first place where a body holds more, or lies deeper, than it may. ajv looks at every
 * item of a list, and tries the pattern of a text, although these are too long: so their length is looked at before.
 */
export function assertBounded(body: unknown, schema: unknown): void {
  const excess = excessIn(body, schema);
  if (excess) throw invalidRequest('body', [excess]);
}

/** What was met so far, and how deep we are. */
interface Seen {
  values: number;
  depth: number;
}

/** What of a body is too much for any call, or too long for its schema; called for each of the values: nothing is made for those that are no excess. */
export function excessIn(value: unknown, schema?: unknown, seen: Seen = { values: 1, depth: 0 }): Problem | undefined {
  if (typeof value === 'string') return excessInText(value, schema);
  // JSON has larger numbers than anything that reads it.
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { path: '', message: 'Is too large a number' };
  if (value === null || typeof value !== 'object') return undefined;
  if (seen.depth > most.depth) return { path: '', message: `May be nested at most ${most.depth} deep` };
  seen.depth += 1;
  const excess = Array.isArray(value) ? excessInList(value, schema, seen) : excessInObject(value, schema, seen);
  seen.depth -= 1;
  return excess;
}

/** ajv counts whole characters, of two units at most, and tries pattern and format of a text that is too long as well. */
function excessInText(text: string, schema: unknown): Problem | undefined {
  const { maxLength } = isRecord(schema) ? schema : none;
  const isLong = typeof maxLength === 'number' && text.length > 2 * maxLength;
  if (isLong) return { path: '', message: `At most ${maxLength} characters` };
  return isStorable(text) ? undefined : { path: '', message: unstorableText };
}

const tooMany: Problem = { path: '', message: `A body may hold at most ${most.values.toLocaleString('en')} values` };

function excessInList(items: unknown[], schema: unknown, seen: Seen): Problem | undefined {
  const { maxItems, items: each } = isRecord(schema) ? schema : none;
  if (typeof maxItems === 'number' && items.length > maxItems) return { path: '', message: mostItems(maxItems) };
  seen.values += items.length;
  if (seen.values > most.values) return tooMany;
  for (let index = 0; index < items.length; index += 1) {
    const excess = excessIn(items[index], each, seen);
    if (excess) return { ...excess, path: `/${index}${excess.path}` };
  }
  return undefined;
}

function excessInObject(value: object, schema: unknown, seen: Seen): Problem | undefined {
  const keys = Object.keys(value);
  if (keys.length > most.fields) return { path: '', message: `May have at most ${most.fields} fields` };
  seen.values += keys.length;
  if (seen.values > most.values) return tooMany;
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : none;
  for (const key of keys) {
    if (key.length > most.key) return { path: '', message: `A field's name may have at most ${most.key} characters` };
    if (!isStorable(key)) return { path: pointerOf([key]), message: unstorableText };
    const inner = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const excess = excessIn(Reflect.get(value, key), inner, seen);
    if (excess) return { ...excess, path: pointerOf([key]) + excess.path };
  }
  return undefined;
}

const none: Record<string, unknown> = {};
