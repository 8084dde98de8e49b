import type { Product } from '../generated/types.ts';
import type { AccessScope, GrantedAction, Principal } from './grants.ts';

/**
 * One grant that could allow an action (a row of rights.md), and how far it applies to the person. `From` is where the
 * person has it from.
 */
export interface GrantExplanation<From> {
  principal: 'ADMIN' | Principal;
  scope: AccessScope;
  /** Whether the person has the principal of this grant. */
  isGranted: boolean;
  /** Whether the scope contains the record. Without a record: null, or false if the scope is empty. */
  isInScope: boolean | null;
  /** The roles and memberships that give the person the principal; empty if `isGranted` is false. */
  from: From[];
}

/** Whether somebody may do something, with every grant that could allow it. */
export interface Verdict<From> {
  action: GrantedAction;
  isAllowed: boolean;
  ways: GrantExplanation<From>[];
}

export interface NamedRef {
  id: string;
  name: string;
}

/** Where a right comes from, reduced to what the requester may see. */
export interface GrantOrigin {
  kind: 'signedIn' | 'role' | 'membership' | 'guild' | 'accessRules';
  role?: string;
  entity?: NamedRef;
  guild?: NamedRef;
  flags?: number;
}

type Rule = Product['accessRules'][number];

/** The response of GET /api/users/{id}/rights: explains why somebody may or may not do something. */
export interface AccessExplanation {
  user: NamedRef & { inactive: boolean };
  rights: { type: string; actions: Verdict<GrantOrigin>[] }[];
  /** The access decision for a product, if the request names one. */
  product?: {
    isOpen: boolean;
    by: NamedRef | null;
    availability: Product['availability'];
    rule: (Pick<Rule, 'rule' | 'priority'> & { refType?: string; refId?: string }) | null;
  };
}
