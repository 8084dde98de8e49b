import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../access/signed-in.ts';
import { allowedFilter } from '../../access/viewer.ts';
import { type ResourceName, resource } from '../../store/model.ts';
import { storeOf } from '../../store/store.ts';
import { listDocumentationOf } from './documentation.ts';

/** Registers `/list`: id, name and slug of all readable records, sorted by name, for dropdowns (design 3). */
export function registerShortList(app: FastifyInstance, name: ResourceName): void {
  const documentation = listDocumentationOf(resource(name), 'short');
  app.get(`/api/${resource(name).path}/list`, { config: { documentation } }, async (request) => {
    const filter = allowedFilter(signedIn(request), 'read', name);
    const records = await storeOf(name).find({ filter, sort: ['name'], only: ['name', 'slug'] });
    return records.map(shortOf);
  });
}

/** The fields that a dropdown needs. */
function shortOf(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => ['id', 'name', 'slug'].includes(field)));
}
