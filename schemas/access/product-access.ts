import type { Product } from '../generated/types.ts';

type AccessRule = Product['accessRules'][number];

/** Who asks: a user and the entities of the user's line, up to the root. */
export interface Asker {
  user: string;
  entities: string[];
}

/** The ids of the products that the asker may order (design 4); a product's parents must be allowed as well. */
export function decideAccess(
  products: Pick<Product, 'id' | 'parent' | 'availability' | 'accessRules'>[],
  asker: Asker,
): string[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const isAllowed = (id: string, seen: string[]): boolean => {
    const product = byId.get(id);
    if (!product || seen.includes(id)) return false;
    return isGranted(product, asker) && (product.parent === null || isAllowed(product.parent, [...seen, id]));
  };
  return products.filter(({ id }) => isAllowed(id, [])).map(({ id }) => id);
}

/** Of the rules that name the asker the highest priority wins, at equal priority revoke; no rule: what availability says. */
function isGranted(
  { availability, accessRules }: Pick<Product, 'availability' | 'accessRules'>,
  asker: Asker,
): boolean {
  if (availability === 'HIDDEN') return false;
  const [winner] = accessRules
    .filter((rule) => names(rule, asker))
    .sort((a, b) => b.priority - a.priority || (a.rule === 'revoke' ? -1 : 1));
  return winner ? winner.rule === 'grant' : availability === 'GENERAL';
}

const names = (rule: AccessRule, asker: Asker) =>
  rule.refType === 'user' ? rule.refId === asker.user : asker.entities.includes(rule.refId);
