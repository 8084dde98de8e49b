import type { Method } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting } from './server.ts';

/** One operation of the OpenAPI document. New routes are included automatically. */
export interface ApiOperation {
  method: Method;
  path: string;
  /** Its query parameters by name. */
  query: Record<string, Parameter>;
  /** The example bodies of the document. */
  examples: object[];
}

interface Parameter {
  description?: string;
  schema?: { description?: string };
}

interface Operation {
  parameters?: ({ name: string; in: string } & Parameter)[];
  requestBody?: { content: Record<string, { example?: object }> };
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/** Every operation of the API, read from its OpenAPI document. */
export async function readOperations({ call }: ApiCallers): Promise<ApiOperation[]> {
  const { paths } = await callExpecting<{ paths: Record<string, Record<string, Operation>> }>(call, 200, {
    path: '/api/openapi.json',
  });
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(methods).flatMap(([name, method]): ApiOperation[] => {
      const operation = calls[name];
      const parameters = operation?.parameters?.filter((each) => each.in === 'query') ?? [];
      const bodies = Object.values(operation?.requestBody?.content ?? {});
      const examples = bodies.flatMap(({ example }) => example ?? []);
      const query = Object.fromEntries(parameters.map((each) => [each.name, each]));
      return operation ? [{ method, path, query, examples }] : [];
    }),
  );
}

/** Fills in the parameters of a path. `idOf` gets the path segment before the parameter and the parameter's name. */
export function fillPath(path: string, idOf: (place: string, parameter: string) => string): string {
  const parts = path.split('/');
  return parts
    .map((part, index) =>
      /^\{\w+\}/.test(part) ? part.replace(/\{(\w+)\}/, (_, name) => idOf(parts[index - 1] ?? '', name)) : part,
    )
    .join('/');
}

/** Whether an operation returns many records, as a page or as CSV. A workbook has the rows of the CSV. */
export const isListOperation = ({ method, path, query }: ApiOperation): boolean =>
  method === 'GET' && Object.hasOwn(query, 'columns') && !path.endsWith('.xlsx');

/**
 * The query strings to try on a GET operation besides its filters: none, each sort order, all columns and a search; the
 * last two with all references populated.
 */
export function queryVariants({ path, query }: ApiOperation, word: string): string[] {
  const all = (name: string) => namesIn(query[name]).join(',');
  const references = all('populate');
  const populated = references ? [`?populate=${references}`] : [];
  if (!query.columns) return ['', ...populated];
  return [
    '',
    ...(path.endsWith('.csv') ? [] : ['?limit=200', '?range=[0,999]']),
    ...(path.endsWith('.csv') ? [] : namesIn(query.sort).map((name) => `?sort=${name}`)),
    `?columns=${all('columns')}`,
    ...populated,
    ...(query.search ? [`?search=${word}`, `?search=${word.toLowerCase().slice(0, 4)}`] : []),
    ...(query.filter ? [`?filter=${encodeURIComponent(JSON.stringify({ q: word }))}`] : []),
  ];
}

const common = ['page', 'limit', 'after', 'search', 'populate', 'range', 'filter', 'sort', 'columns'];

/**
 * The filters of a list that take a free value. Ranges (`.from`, `.to`) and presence (`.is`) are left out, since they
 * name no record.
 */
export const filterParametersOf = ({ query }: ApiOperation): string[] =>
  Object.keys(query).filter((name) => !common.includes(name) && !/\.(from|to|is)$/.test(name));

/** The field names that a parameter's description lists. */
function namesIn(parameter: Parameter | undefined): string[] {
  const text = parameter?.description ?? parameter?.schema?.description ?? '';
  const listed = / of:? (.+?)\.(?:\s|$)/.exec(text)?.[1];
  // A sort order of two fields contains a comma itself.
  return listed?.split(/[,;] /).filter(Boolean) ?? [];
}
