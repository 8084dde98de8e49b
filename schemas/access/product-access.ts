import type { Product } from '../generated/types.ts';

type AccessRule = Product['accessRules'][number];
type ProductWithRules = Pick<Product, 'availability' | 'accessRules'>;
type ProductInTree = ProductWithRules & Pick<Product, 'id' | 'parent'>;

/** The subject of an access check: a user, and the entities from the user's own up to the root. */
export interface AccessSubject {
  user: string;
  entities: string[];
}

/**
 * The decision on whether somebody may order a product: made by a rule of the product or of an ancestor, else by the
 * availability.
 */
export interface AccessDecision {
  isAllowed: boolean;
  /** The product that decides. Null if its ancestors form a cycle or one of them does not exist. */
  product: string | null;
  rule: AccessRule | null;
}

/**
 * Explains whether the subject may order a product (design 4). The first ancestor that denies decides, else the product
 * itself.
 */
export function explainAccess(
  product: ProductInTree,
  byId: Map<string, ProductInTree>,
  asker: AccessSubject,
): AccessDecision {
  const own = decide(product, asker);
  const seen = new Set([product.id]);
  for (let each = product, decision = own; ; decision = decide(each, asker)) {
    if (!decision.isAllowed || each.parent === null) return decision.isAllowed ? own : decision;
    const above = seen.has(each.parent) ? undefined : byId.get(each.parent);
    if (!above) return { isAllowed: false, product: null, rule: null };
    seen.add(above.id);
    each = above;
  }
}

/** Filters products by access: returns the ids of those that the subject may order (design 4). */
export function decideAccess(products: ProductInTree[], asker: AccessSubject): string[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return products.filter((product) => explainAccess(product, byId, asker).isAllowed).map(({ id }) => id);
}

/** The strongest rule that names the subject decides. Without one the availability decides. HIDDEN denies everybody. */
function decide({ id, availability, accessRules }: ProductInTree, asker: AccessSubject): AccessDecision {
  const isHidden = availability === 'HIDDEN';
  const rule = isHidden ? null : (byStrength(accessRules).find((each) => names(each, asker)) ?? null);
  return { isAllowed: rule ? rule.rule === 'grant' : availability === 'GENERAL', product: id, rule };
}

/** Sorts rules by priority, highest first. At equal priority revoke comes before grant. */
const byStrength = (rules: AccessRule[]): AccessRule[] =>
  rules.toSorted((a, b) => b.priority - a.priority || Number(a.rule === 'grant') - Number(b.rule === 'grant'));

const names = (rule: AccessRule, asker: AccessSubject) =>
  rule.refType === 'user' ? rule.refId === asker.user : asker.entities.includes(rule.refId);

/** A wildcard that matches every subject. */
const everybody = '*';

/** The names by which `openTo` and `closedTo` can match the subject: the wildcard, the user and its entities. */
export const namesOf = ({ user, entities }: AccessSubject): string[] => [everybody, user, ...entities];

/**
 * Availability and access rules in a denormalized form that one database query can filter by (the scope
 * `openProducts`).
 */
export type AccessKeys = Pick<Product, 'openTo' | 'closedTo'>;

/**
 * The access keys of a product. `above` are the `closedTo` rows of its parent, which the product inherits.
 * `openTo` lists everybody the product may be open to. A row of `closedTo` closes it to everybody in `names`, except
 * those whom a stronger grant in `unless` names. Because rows are inherited, one query decides who may order the
 * product without reading the rules of its ancestors.
 */
export function accessKeysOf(product: ProductWithRules, above: AccessKeys['closedTo'] = []): AccessKeys {
  const { openTo, closedTo } = ownKeysOf(product);
  return { openTo, closedTo: [...closedTo, ...above] };
}

function ownKeysOf({ availability, accessRules }: ProductWithRules): AccessKeys {
  if (availability === 'HIDDEN') return { openTo: [], closedTo: [{ names: [everybody], unless: [] }] };
  const granted: string[] = [];
  const closedTo: AccessKeys['closedTo'] = [];
  for (const { rule, refId } of byStrength(accessRules)) {
    const last = closedTo.at(-1);
    if (rule === 'grant') granted.push(refId);
    else if (last?.unless.length === granted.length) last.names.push(refId);
    else closedTo.push({ names: [refId], unless: [...granted] });
  }
  if (availability === 'GENERAL') return { openTo: [everybody, ...granted], closedTo };
  return { openTo: granted, closedTo: [...closedTo, { names: [everybody], unless: granted }] };
}
