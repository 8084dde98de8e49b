import type { Method } from '#tests/product/call.ts';
import { expecting, type People } from './server.ts';

/** One call of the API, as its OpenAPI document tells of it: a new route is among them by itself. */
export interface Door {
  method: Method;
  path: string;
  /** What its query may say, by the names of the parameters. */
  query: Record<string, Parameter>;
  /** Bodies that fit, as the document shows them. */
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

/** Every call of the API. */
export async function doorsOf({ call }: People): Promise<Door[]> {
  const { paths } = await expecting<{ paths: Record<string, Record<string, Operation>> }>(call, 200, {
    path: '/api/openapi.json',
  });
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(methods).flatMap(([name, method]): Door[] => {
      const operation = calls[name];
      const asked = operation?.parameters?.filter((each) => each.in === 'query') ?? [];
      const bodies = Object.values(operation?.requestBody?.content ?? {});
      const examples = bodies.flatMap(({ example }) => example ?? []);
      const query = Object.fromEntries(asked.map((each) => [each.name, each]));
      return operation ? [{ method, path, query, examples }] : [];
    }),
  );
}

/** The same path with an id for each parameter, which is told behind what it stands. */
export function fillPath(path: string, idOf: (place: string, parameter: string) => string): string {
  const parts = path.split('/');
  return parts
    .map((part, index) =>
      /^\{\w+\}/.test(part) ? part.replace(/\{(\w+)\}/, (_, name) => idOf(parts[index - 1] ?? '', name)) : part,
    )
    .join('/');
}

/** Whether a door leads to many records, a page or a file of them. */
export const isList = ({ method, query }: Door): boolean => method === 'GET' && Object.hasOwn(query, 'columns');

/** What a reading door can be asked for beside its filters: a list whole, by each order, all columns and a word; both with what is referred to. */
export function questionsOf({ path, query }: Door, word: string): string[] {
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

/** The conditions that a list can be narrowed by, as far as they take a value that somebody chose: bounds and states of a field name nothing. */
export const filtersOf = ({ query }: Door): string[] =>
  Object.keys(query).filter((name) => !common.includes(name) && !/\.(from|to|is)$/.test(name));

/** The names that a parameter's description lists: it is what people are told they may ask. */
function namesIn(parameter: Parameter | undefined): string[] {
  const text = parameter?.description ?? parameter?.schema?.description ?? '';
  const listed = / of:? (.+?)\.(?:\s|$)/.exec(text)?.[1];
  // An order of two fields holds a comma itself.
  return listed?.split(/[,;] /).filter(Boolean) ?? [];
}
