import type { Product } from '../generated/types.ts';

type AccessRule = Product['accessRules'][number];
type Ruled = Pick<Product, 'availability' | 'accessRules'>;
type Placed = Ruled & Pick<Product, 'id' | 'parent'>;

/** Who asks: a user and the entities of the user's line, up to the root. */
export interface Asker {
  user: string;
  entities: string[];
}

/** What decides whether somebody may order a product: a rule of it or of a product above, else the availability. */
export interface AccessDecision {
  isAllowed: boolean;
  /** The product that decides; null where its parents run in a circle or name one that is gone. */
  product: string | null;
  rule: AccessRule | null;
}

/** Whether the asker may order a product, and by what (design 4): of it and those above the first that refuses, else its own. */
export function explainAccess(product: Placed, byId: Map<string, Placed>, asker: Asker): AccessDecision {
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

/** The ids of the products that the asker may order (design 4). */
export function decideAccess(products: Placed[], asker: Asker): string[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return products.filter((product) => explainAccess(product, byId, asker).isAllowed).map(({ id }) => id);
}

/** Of the rules that name the asker the first counts; none: what the availability says. HIDDEN is for nobody. */
function decide({ id, availability, accessRules }: Placed, asker: Asker): AccessDecision {
  const isHidden = availability === 'HIDDEN';
  const rule = isHidden ? null : (byStrength(accessRules).find((each) => names(each, asker)) ?? null);
  return { isAllowed: rule ? rule.rule === 'grant' : availability === 'GENERAL', product: id, rule };
}

/** The highest priority first, at equal priority what revokes. */
const byStrength = (rules: AccessRule[]): AccessRule[] =>
  rules.toSorted((a, b) => b.priority - a.priority || Number(a.rule === 'grant') - Number(b.rule === 'grant'));

const names = (rule: AccessRule, asker: Asker) =>
  rule.refType === 'user' ? rule.refId === asker.user : asker.entities.includes(rule.refId);

/** Stands for everybody among those that a product is open or closed to. */
const everybody = '*';

/** As whom the asker is found among those that a product is open or closed to. */
export const namesOf = ({ user, entities }: Asker): string[] => [everybody, user, ...entities];

/** Availability and rules as one condition of the database asks for them (the scope `openProducts`). */
export type AccessKeys = Pick<Product, 'openTo' | 'closedTo'>;

/**
 * A product's keys, below one that is closed to `above`. `openTo` names whoever it may be open to; a row of `closedTo` closes it to whoever it names, unless
 * a grant that is stronger names them too. So the rows of a product and of all above it, put together, say who may not
 * order it: nobody needs to read the rules of the others.
 */
export function accessKeysOf(product: Ruled, above: AccessKeys['closedTo'] = []): AccessKeys {
  const { openTo, closedTo } = ownKeysOf(product);
  return { openTo, closedTo: [...closedTo, ...above] };
}

function ownKeysOf({ availability, accessRules }: Ruled): AccessKeys {
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
