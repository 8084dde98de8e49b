import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Entity } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { organizationTree } from './organizations.ts';

/** Upper limit of the list. A person with more organizations sees only the first ones. */
const maxOrganizations = 1_000;

const organizations = queryOptions({
  queryKey: ['entities', 'organizations'],
  queryFn: ({ signal }) => {
    const range = JSON.stringify([0, maxOrganizations - 1]);
    const query = { filter: JSON.stringify({ subType: 'abstract' }), range, sort: JSON.stringify(['name', 'ASC']) };
    return request<Entity[]>({ path: 'entities', query, signal });
  },
  select: organizationTree,
  staleTime: 60_000,
});

/** Hook: the organizations that the person may see, in tree order. */
export const useOrganizations = () => useQuery(organizations);
