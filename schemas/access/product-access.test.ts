import { expect, it } from 'vitest';
import type { Product } from '../generated/types.ts';
import { decideAccess } from './product-access.ts';

type Ruled = Pick<Product, 'id' | 'parent' | 'availability' | 'accessRules'>;
const asker = { user: 'u', entities: ['branch', 'agency'] };
const product = (over: Partial<Ruled>): Ruled => ({
  id: 'p',
  parent: null,
  availability: 'GENERAL',
  accessRules: [],
  ...over,
});
const rule = (over: Partial<Product['accessRules'][number]>): Product['accessRules'][number] => ({
  id: 'r',
  revision: 1,
  refType: 'entity',
  refId: 'agency',
  rule: 'grant',
  priority: 0,
  createdAt: '',
  updatedAt: '',
  ...over,
});

it('without a rule a GENERAL product is allowed and a CONTROLLED one is not', () => {
  expect(decideAccess([product({}), product({ id: 'c', availability: 'CONTROLLED' })], asker)).toEqual(['p']);
});

it('the highest priority wins, and revoke at equal priority', () => {
  const grantAndRevoke = [rule({}), rule({ rule: 'revoke' })];
  expect(decideAccess([product({ accessRules: grantAndRevoke })], asker)).toEqual([]);
  const stronger = [...grantAndRevoke, rule({ refType: 'user', refId: 'u', priority: 1 })];
  expect(decideAccess([product({ accessRules: stronger, availability: 'CONTROLLED' })], asker)).toEqual(['p']);
});

it('a rule that names somebody else does not count', () => {
  expect(decideAccess([product({ accessRules: [rule({ rule: 'revoke', refId: 'other' })] })], asker)).toEqual(['p']);
});

it('a HIDDEN product is for nobody, whatever its rules say', () => {
  expect(decideAccess([product({ availability: 'HIDDEN', accessRules: [rule({ priority: 9 })] })], asker)).toEqual([]);
});

it('the parent must be allowed as well, and a circle of parents never ends in a grant', () => {
  expect(decideAccess([product({ parent: 'q' }), product({ id: 'q', availability: 'CONTROLLED' })], asker)).toEqual([]);
  expect(decideAccess([product({ parent: 'q' }), product({ id: 'q', parent: 'p' })], asker)).toEqual([]);
});
