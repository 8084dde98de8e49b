import type { FastifyRequest } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { inWhoseName } from '#schemas/texts/in-whose-name.ts';
import { ApiError } from '../errors/catalogue.ts';

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
  /** The name of the machine's key that signed the request; none where a person is there. */
  key?: string | undefined;
  /** None for a job. */
  from?: Source | undefined;
}

/** What the product does by itself. */
export const system: Doer = { user: null };

/** The same in words, for mails and refusals. */
export const nameOfDoer = (by: Doer & { user: Person }): string => inWhoseName(by.user.name, by.really?.name);

/** Whether this is the doer's own account, or that of who is really there: what nobody does to oneself is done by neither. */
export const isOneself = ({ user, really }: Doer, id: string | undefined): boolean =>
  id !== undefined && (id === user?.id || id === really?.id);

/** Throws REQUEST_DENIED for who acts for somebody, and for a machine: an account is given away by nobody but its owner in person. */
export function assertInPerson({ user, really, key }: Doer): void {
  if (really)
    throw new ApiError('REQUEST_DENIED', {
      reason: `This is not done for somebody else: you are signed in as ${user?.name}`,
    });
  if (key !== undefined)
    throw new ApiError('REQUEST_DENIED', {
      reason: 'This is done by a person who is signed in, not by the key of a machine',
    });
}

/** Who acts: the person who is really there. */
export const actor = ({ user, really }: Doer): Person | null => really ?? user;
