import { expect, it } from 'vitest';
import type { Product } from '../generated/types.ts';
import { decideAccess } from './product-access.ts';

type ProductWithRules = Pick<Product, 'id' | 'parent' | 'availability' | 'accessRules'>;
const requester = { user: 'u', entities: ['branch', 'agency'] };
const product = (over: Partial<ProductWithRules>): ProductWithRules => ({
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

it('decideAccess allows a GENERAL product without rules and denies a CONTROLLED one', () => {
  expect(decideAccess([product({}), product({ id: 'c', availability: 'CONTROLLED' })], requester)).toEqual(['p']);
});

it('decideAccess lets the rule with the highest priority win, and revoke at equal priority', () => {
  const grantAndRevoke = [rule({}), rule({ rule: 'revoke' })];
  expect(decideAccess([product({ accessRules: grantAndRevoke })], requester)).toEqual([]);
  const stronger = [...grantAndRevoke, rule({ refType: 'user', refId: 'u', priority: 1 })];
  expect(decideAccess([product({ accessRules: stronger, availability: 'CONTROLLED' })], requester)).toEqual(['p']);
});

it('decideAccess ignores a rule for another entity', () => {
  expect(decideAccess([product({ accessRules: [rule({ rule: 'revoke', refId: 'other' })] })], requester)).toEqual([
    'p',
  ]);
});

it('decideAccess denies a HIDDEN product to everybody, whatever its rules say', () => {
  expect(decideAccess([product({ availability: 'HIDDEN', accessRules: [rule({ priority: 9 })] })], requester)).toEqual(
    [],
  );
});

it('decideAccess requires access to the parent as well, and denies products whose parents form a cycle', () => {
  expect(decideAccess([product({ parent: 'q' }), product({ id: 'q', availability: 'CONTROLLED' })], requester)).toEqual(
    [],
  );
  expect(decideAccess([product({ parent: 'q' }), product({ id: 'q', parent: 'p' })], requester)).toEqual([]);
});
