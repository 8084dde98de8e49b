import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Entity } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { placesOf } from './places.ts';

/** More than that one would search for; what is beyond is not offered. */
const most = 1_000;

const organizations = queryOptions({
  queryKey: ['entities', 'organizations'],
  queryFn: ({ signal }) => {
    const range = JSON.stringify([0, most - 1]);
    const query = { filter: JSON.stringify({ subType: 'abstract' }), range, sort: JSON.stringify(['name', 'ASC']) };
    return request<Entity[]>({ path: 'entities', query, signal });
  },
  select: placesOf,
  staleTime: 60_000,
});

/** The organizations that one may see, in the order of their tree. */
export const usePlaces = () => useQuery(organizations);
