import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../access/signed-in.ts';
import { allowedFilter } from '../../access/viewer.ts';
import { type ResourceName, resource } from '../../store/model.ts';
import { store } from '../../store/store.ts';
import { listDocumentationOf } from './documentation.ts';

/** `/list`: id, name and slug of all records that one may read, by name (design 3). */
export function registerShortList(app: FastifyInstance, name: ResourceName): void {
  const documentation = listDocumentationOf(resource(name), 'short');
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
