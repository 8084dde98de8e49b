import { isRecord } from '#schemas/forms/is-record.ts';
import type { AgencyFixture } from '#tests/api/agency-fixture.ts';
import { fillPath } from '#tests/api/operations.ts';
import type { Cookie } from '#tests/product/call.ts';
import type { CallerName, GeneratedCall } from './random-calls.ts';

/** A caller with their own record ids and those of another agency. */
export interface FuzzCaller {
  cookies: Cookie[];
  own: AgencyFixture;
  others: AgencyFixture;
  /** Strings that no response to this caller may contain. */
  strange: RegExp;
}

export type Callers = Record<CallerName, FuzzCaller>;

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

const nobodys = 'abcdefabcdefabcdefabcdef';

/** Turns a generated call into a caller's request with ids of existing records. */
export function requestOf(
  tried: GeneratedCall,
  { own, others }: FuzzCaller,
  pageHeaders: Record<string, string>,
): FuzzRequest {
  const { operated, query, whose, segment, type } = tried;
  const agency = whose === 'theirs' ? others : own;
  const path =
    whose === 'own' || whose === 'theirs'
      ? agency.pathTo(operated.path)
      : fillPath(operated.path, () => (whose === 'hostile' ? encoded(segment) : nobodys));
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(withId(name, value, agency, tried.choice))}`);
  const { 'content-type': _, ...headers } = pageHeaders;
  const request = {
    method: operated.method,
    path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
    headers: { ...headers, ...tried.headers },
  };
  const body = bodyOf(tried, agency);
  // fetch sets the content type, because it contains the multipart boundary.
  if (body instanceof FormData) return { ...request, body };
  if (body === undefined) return request;
  return { ...request, body, headers: { ...request.headers, ...(type ? { 'content-type': type } : {}) } };
}

function bodyOf({ body, type, choice }: GeneratedCall, agency: AgencyFixture): string | FormData | undefined {
  if (body === undefined) return undefined;
  if ('text' in body) return body.text;
  if (type.startsWith('multipart/')) return formOf(body.value);
  if (type.startsWith('text/') && typeof body.value === 'string') return body.value;
  return JSON.stringify(withIds('', body.value, agency, choice));
}

/** A multipart form with the generated values as file contents. */
function formOf(value: unknown): FormData {
  const form = new FormData();
  const text = JSON.stringify(value) ?? '';
  form.append('file', new Blob([text]), `${text.slice(0, 80)}.txt`);
  return form;
}

/** A lone surrogate cannot be percent-encoded: it becomes U+FFFD. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);

/**
 * Replaces the id placeholders in a value with ids of the caller's agency, of the type that the key names if it does.
 */
function withIds(key: string, value: unknown, agency: AgencyFixture, choice: number): unknown {
  if (typeof value === 'string') return withId(key, value, agency, choice);
  if (Array.isArray(value)) return value.map((each, at) => withIds(key, each, agency, choice + at));
  if (!isRecord(value)) return value;
  const replaced: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    const inside = withIds(name, each, agency, choice + 1);
    Object.defineProperty(replaced, name, { value: inside, enumerable: true, writable: true, configurable: true });
  }
  return replaced;
}

function withId(key: string, value: string, { ids }: AgencyFixture, choice: number): string {
  const isNamed = (name: string) => key.toLowerCase().startsWith(name.toLowerCase());
  const named = Object.keys(ids).find(isNamed);
  const isMeant = isId(value) || (named !== undefined && value.length < 40 && choice % 3 > 0);
  if (!isMeant) return value;
  const all = Object.values(ids);
  return (named === undefined ? undefined : ids[named]) ?? all[choice % all.length] ?? value;
}
