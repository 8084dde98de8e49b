import type { FastifyRequest } from 'fastify';
import type { User } from '#schemas/generated/types.ts';

/** Who is named as having done something. */
type Person = Pick<User, 'id' | 'name'>;

/** Where a request came from; asked only when something is written of it. */
export type Source = Pick<FastifyRequest, 'ip' | 'headers'>;

/** Who does something, in whose account and from where. Every viewer is one. */
export interface Doer {
  /** In whose account; null for the system, and where nobody is signed in. */
  user: Person | null;
  /** Who is really there, acting for the user. */
  really?: Person | undefined;
  /** None for a job. */
  from?: Source | undefined;
}

/** What the product does by itself. */
export const system: Doer = { user: null };

/** Who acts: the person who is really there. */
export const actor = ({ user, really }: Doer): Person | null => really ?? user;
