import type { Product } from '../generated/types.ts';
import type { GrantedAction, Principal, Scope } from './grants.ts';

/** One way to a right: a line of the table in rights.md, and how far somebody gets by it. `From` is what it comes from. */
export interface Way<From> {
  principal: 'ADMIN' | Principal;
  scope: Scope;
  /** Whether the person is that. */
  isHeld: boolean;
  /** Whether the record is among those that it reaches; where none is asked about, null, or false where it reaches none at all. */
  isThere: boolean | null;
  /** What the person has it by; nothing where it is not held. */
  from: From[];
}

/** Whether somebody may do something, with every way to it. */
export interface Verdict<From> {
  action: GrantedAction;
  isAllowed: boolean;
  ways: Way<From>[];
}

export interface Named {
  id: string;
  name: string;
}

/** What a right comes from, as far as whoever asks may see it. */
export interface ToldOrigin {
  kind: 'signedIn' | 'role' | 'membership' | 'guild' | 'accessRules';
  role?: string;
  entity?: Named;
  guild?: Named;
  flags?: number;
}

type Rule = Product['accessRules'][number];

/** What GET /api/users/{id}/rights answers: why somebody may do something, or may not. */
export interface Why {
  user: Named & { inactive: boolean };
  rights: { type: string; actions: Verdict<ToldOrigin>[] }[];
  /** What decides about a product, where one is asked about: a rule, else its availability. */
  product?: {
    isOpen: boolean;
    by: Named | null;
    availability: Product['availability'];
    rule: (Pick<Rule, 'rule' | 'priority'> & { refType?: string; refId?: string }) | null;
  };
}
