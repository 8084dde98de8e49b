import type { FastifyInstance } from 'fastify';
import { allowedFilter } from '../access/viewer.ts';
import { signedIn } from '../auth/signed-in.ts';
import { documentationOf } from './documentation.ts';
import { type ResourceName, resource } from './model.ts';
import { store } from './store.ts';

/** `/list`: id, name and slug of all records that one may read, by name (design 3). */
export function registerShortList(app: FastifyInstance, name: ResourceName): void {
  const documentation = documentationOf(resource(name), 'short');
  app.get(`/api/${resource(name).path}/list`, { config: { documentation } }, async (request) => {
    const filter = allowedFilter(signedIn(request), 'read', name);
    const records = await store(name).find({ filter, sort: ['name'], only: ['name', 'slug'] });
    return records.map(shortOf);
  });
}

/** What a menu needs of a record. */
function shortOf(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => ['id', 'name', 'slug'].includes(field)));
}
