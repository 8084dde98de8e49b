/** The orders of rows that a list of clients has, for everybody whose list it is. */
const sorts = ['name', 'updatedAt'];

/** The order that an address asks for; by name, as they are looked for, where it says none that there is. */
export function clientSortIn(params: URLSearchParams): string {
  const asked = params.get('sort') ?? '';
  return sorts.includes(asked.replace(/^-/, '')) ? asked : 'name';
}

/** The address's query without its page: what a saved view keeps. */
export function clientViewOf(params: URLSearchParams): string {
  const asked = ['search', 'sort'].map((key): [string, string] => [key, params.get(key) ?? '']);
  return String(new URLSearchParams(asked.filter(([, text]) => text !== '')));
}
