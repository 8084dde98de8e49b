import { schemas } from '#schemas/generated/registry.ts';
import { labelOf, pluralOf, type Resource, resourceOf } from '#schemas/resource/resource.ts';

interface Operation {
  method: string;
  /** As Fastify writes it: '/api/users/:id/email_addresses'. */
  url: string;
  /** Whether the response is an array or a page of rows. */
  isList: boolean;
}

const crudVerbs: Record<string, string> = { GET: 'get', PATCH: 'update', PUT: 'replace', DELETE: 'delete' };

/** The names of the records that a path segment leads to: 'audit_log' -> AuditEntry, AuditEntries. */
const recordNames = new Map(
  Object.values(schemas)
    .map(resourceOf)
    .map((resource) => [resource.path, { one: resource.name, many: pluralNameOf(resource), label: resource.label }]),
);

/** Records without a plural (proof of work) have the same name in lists. */
function pluralNameOf({ path, name, label, nested }: Resource): string {
  const many = pascal(path) === name && !label.endsWith('s') ? name : pluralOf(name);
  // Distinguishes GET /api/guild_resources from GET /api/guilds/:id/resources.
  return nested && many === `${nested.resource}${pascal(nested.path)}` ? `All${many}` : many;
}

/**
 * The name of an operation in generated clients: GET /api/clients -> listClients, GET /api/clients.csv ->
 * exportClientsCsv, PATCH /api/users/:id/email_addresses/:addressId -> updateUserEmailAddress, POST
 * /api/forms/:id/versions/:number/publish -> publishFormVersion. A route whose name would read badly sets `operationId`
 * in its documentation.
 */
export function operationIdOf({ method, url, isList }: Operation): string {
  const [path = '', file] = url.slice('/api/'.length).split('.');
  const segments = path.split('/');
  const nouns = segments.filter((segment) => !segment.startsWith(':'));
  const last = nouns.at(-1) ?? '';
  const above = nouns.slice(0, -1).map(singularOf).join('');
  const many = above === '' ? (recordNames.get(last)?.many ?? pascal(last)) : pascal(last);
  if (file) return `export${above}${many}${pascal(file)}`;
  if (method === 'GET' && isList) return `list${above}${many}`;
  const isRecord = segments.at(-1)?.startsWith(':') === true;
  if (method !== 'POST') return `${crudVerbs[method]}${above}${isRecord ? singularOf(last) : pascal(last)}`;
  // POST /api/clients/import -> importClients.
  if (last === 'import')
    return operationIdOf({ method: 'GET', url: url.slice(0, -'/import'.length), isList: true }).replace('list', last);
  const isCollection = recordNames.has(last) || last.endsWith('s');
  return isCollection ? `create${above}${singularOf(last)}` : `${last}${above}`;
}

/** 'ClientDuplicates' or 'duplicates' -> 'ClientDuplicate', 'Duplicate'. */
export const singularOf = (words: string): string =>
  recordNames.get(words)?.one ?? pascal(words.replace(/ies$/, 'y').replace(/(?<!s)s$/, ''));

/** The label of a tag: of the resource with this path, or the tag in words. */
export const tagLabelOf = (tag: string): string => recordNames.get(tag)?.label ?? labelOf(tag);

/** 'email_addresses' -> 'EmailAddresses', 'mergeClient' -> 'MergeClient'. */
export function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
