import type { Normalized } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { JsonMap, Order, Product } from '#schemas/generated/types.ts';
import { may, type Viewer } from '../access/viewer.ts';
import { type Problem, unfit } from '../errors/catalogue.ts';
import type { HeldFile } from '../files/order-files.ts';
import { newRowId } from '../forms/row-id.ts';
import { combinedSchemaOf } from '../products/combined-schema.ts';
import { filesInLine } from '../products/line-files.ts';
import { type LineBudget, lineBudget, readLine, withDefaults } from '../products/line-schema.ts';
import { keptRecords } from '../store/kept-records.ts';

export type Line = Order['products'][number];

/** A line as a body may bring it: what it lacks comes from its product. */
export interface LineInput {
  id?: string;
  product: string;
  key?: string;
  linkedTo?: string;
  data?: JsonMap;
}

/** A product with the schema that its lines must fit. */
export interface LineProduct extends Product {
  lineSchema: JsonMap;
}

/** The products of these ids with the schemas of their lines, whether or not they may be ordered still. */
export async function lineProducts(ids: string[]): Promise<Map<string, LineProduct>> {
  if (ids.length === 0) return new Map();
  const products = await keptRecords('Product', ids);
  const above = new Map(products);
  for (let wanted = parentsOf(products); wanted.length > 0; ) {
    const level = await keptRecords('Product', wanted);
    for (const [id, product] of level) above.set(id, product);
    wanted = parentsOf(level).filter((id) => !above.has(id));
  }
  return new Map([...products].map(([id, product]) => [id, lineProductOf(product, above)]));
}

/** By the product as it is kept: when any product is written, all of them are read anew. */
const combined = new WeakMap<Product, LineProduct>();

function lineProductOf(product: Product, above: Map<string, Product>): LineProduct {
  const known = combined.get(product);
  if (known) return known;
  const made = { ...product, lineSchema: combinedSchemaOf(product, above) };
  combined.set(product, made);
  return made;
}

function parentsOf(products: Map<string, Product>): string[] {
  return [...products.values()].flatMap(({ parent }) => parent ?? []);
}

interface Completing {
  viewer: Viewer;
  before: Line[];
  wanted: LineInput[];
}

/** The lines of an order, the files that their data hold, and what of these was read in another way than it was sent. */
export interface CompletedLines {
  products: Line[];
  lineFiles: HeldFile[];
  normalized: Normalized[];
}

/**
 * The lines that an order will have (design 6): new ones get their product's defaults and their included products at least
 * `min` times; lines included by one that was taken away go with it. Throws DATABASE_VALIDATION_ERROR for a product that
 * may not be ordered, a link to no line, or fewer included lines than the product asks for.
 */
export async function completeLines({ viewer, before, wanted }: Completing): Promise<CompletedLines> {
  const known = new Map(before.map((line) => [line.id, line]));
  const ids = wanted.map(({ id }) => id ?? newRowId());
  const asked = new Set(ids);
  const gone = new Set(before.map(({ id }) => id).filter((id) => !asked.has(id)));
  const kept = wanted
    .map((line, index) => hangingWhereItDid({ ...line, id: ids[index] ?? newRowId() }, known))
    .filter(({ linkedTo }) => !(linkedTo && gone.has(linkedTo)));
  const products = await withIncluded(kept.map(({ product }) => product));
  const problems = problemsOf({ viewer, kept, known, products });
  if (problems.length > 0) throw unfit(problems);
  assertFew(kept, known, products);
  const budget = lineBudget();
  const made = kept.flatMap((line): MadeLine[] => {
    const old = known.get(line.id);
    const product = products.get(line.product);
    if (!product) return [];
    if (old) return [changed(old, line.data, product, budget)];
    return [
      withDataRead(newLine(line, product), product, budget),
      ...includedLines({ line: line.id, product, linked: linkedTo(line, kept), products }),
    ];
  });
  const lines = made.map(({ line }) => line);
  const missing = tooFew(lines, products);
  if (missing.length > 0) throw unfit(missing);
  return {
    products: lines,
    lineFiles: lines.flatMap((line, index) => filesOf(line, index, products)),
    normalized: made.flatMap(({ normalized }, index) =>
      normalized.map((each) => ({ ...each, path: `/products/${index}/data${each.path}` })),
    ),
  };
}

/** A line as it will be, and what of its data was read in another way than it was sent, by paths into them. */
interface MadeLine {
  line: Line;
  normalized: Normalized[];
}

function changed(old: Line, data: JsonMap | undefined, product: LineProduct, budget: LineBudget): MadeLine {
  if (data === undefined || isEqual(data, old.data)) return { line: old, normalized: [] };
  return withDataRead({ ...old, data }, product, budget);
}

function withDataRead(line: Line, { lineSchema }: LineProduct, budget: LineBudget): MadeLine {
  const { data, normalized } = readLine(lineSchema, line.data, budget);
  return { line: { ...line, data }, normalized };
}

function filesOf({ product, data }: Line, index: number, products: Map<string, LineProduct>): HeldFile[] {
  const found = filesInLine(products.get(product)?.lineSchema ?? {}, data);
  return found.map(({ id, path }) => ({ id, path: `/products/${index}/data${path}` }));
}

/** What a line hangs at is said once: by leaving it out nobody makes one that needs no access one of its own. */
function hangingWhereItDid(line: Kept, known: Map<string, Line>): Kept {
  const { linkedTo } = known.get(line.id) ?? {};
  return linkedTo ? { ...line, linkedTo } : line;
}

function newLine(
  { id, linkedTo, data = {} }: LineInput & { id: string },
  { id: product, key, lineSchema }: LineProduct,
): Line {
  return { id, product, key, ...(linkedTo ? { linkedTo } : {}), data: withDefaults(lineSchema, data) };
}

const linkedTo = ({ id }: Kept, kept: Kept[]): string[] =>
  kept.filter((each) => each.linkedTo === id).map(({ product }) => product);

/** How many lines an order may have, those that products include among them. */
const mostLines = schema.properties.products?.maxItems ?? Number.POSITIVE_INFINITY;

/** Throws DATABASE_VALIDATION_ERROR, before any of them is made, when the order would have too many lines. */
function assertFew(kept: Kept[], known: Map<string, Line>, products: Map<string, LineProduct>): void {
  const included = kept
    .filter(({ id }) => !known.has(id))
    .flatMap((line) => lacking(products.get(line.product), linkedTo(line, kept)));
  const count = included.reduce((sum, each) => sum + each.count, kept.length);
  if (count <= mostLines) return;
  const message = `An order may have at most ${mostLines} lines; with what these products include it would have ${count}`;
  throw unfit([{ path: '/products', message }]);
}

/** How many lines of which product still have to be included beside those that are linked already. */
function lacking(product: LineProduct | undefined, linked: string[]): { productId: string; count: number }[] {
  return (product?.includedProducts ?? []).map(({ productId, min }) => ({
    productId,
    count: Math.max(0, min - linked.filter((each) => each === productId).length),
  }));
}

interface Included {
  line: string;
  product: LineProduct;
  /** Products that lines of the same save link to this one already. */
  linked: string[];
  products: Map<string, LineProduct>;
}

function includedLines({ line, product, linked, products }: Included): MadeLine[] {
  return lacking(product, linked).flatMap(({ productId, count }) => {
    const included = products.get(productId);
    if (!included) return [];
    return Array.from({ length: count }, () => ({
      line: newLine({ id: newRowId(), product: productId, linkedTo: line }, included),
      normalized: [],
    }));
  });
}

/** The products named, and those that they include: one level, as the lines of included products include nothing more. */
async function withIncluded(ids: string[]): Promise<Map<string, LineProduct>> {
  const products = await lineProducts(ids);
  const included = [...products.values()].flatMap(({ includedProducts }) =>
    includedProducts.map(({ productId }) => productId),
  );
  return new Map([...(await lineProducts(included.filter((id) => !products.has(id)))), ...products]);
}

interface Kept extends LineInput {
  id: string;
}

/** A line that another includes needs no access of its own (design 4). */
function problemsOf({
  viewer,
  kept,
  known,
  products,
}: {
  viewer: Viewer;
  kept: Kept[];
  known: Map<string, Line>;
  products: Map<string, LineProduct>;
}): Problem[] {
  const byId = new Map(kept.map((line) => [line.id, line]));
  return kept.flatMap((line, index): Problem[] => {
    const path = `/products/${index}`;
    if (kept.findIndex(({ id }) => id === line.id) !== index)
      return [{ path: `${path}/id`, value: line.id, message: 'Another line has the same id' }];
    const old = known.get(line.id);
    const product = products.get(line.product);
    const key = old?.key ?? product?.key;
    if (old && old.product !== line.product)
      return [
        {
          path: `${path}/product`,
          value: line.product,
          message: 'A line keeps its product; remove it and add another',
        },
      ];
    if (line.key !== undefined && key !== undefined && line.key !== key)
      return [{ path: `${path}/key`, value: line.key, message: 'Is set by the server only' }];
    if (old) return [];
    const parent = line.linkedTo ? byId.get(line.linkedTo) : undefined;
    if (line.linkedTo && !parent)
      return [{ path: `${path}/linkedTo`, value: line.linkedTo, message: 'No line of this order has this id' }];
    const isIncluded =
      parent && products.get(parent.product)?.includedProducts.some(({ productId }) => productId === line.product);
    if (isIncluded || (product && may(viewer, 'read', 'Product', product))) return [];
    return [{ path: `${path}/product`, value: line.product, message: 'No Product has this id' }];
  });
}

function tooFew(lines: Line[], products: Map<string, LineProduct>): Problem[] {
  return lines.flatMap((line, index) => {
    const product = products.get(line.product);
    if (!product || line.linkedTo) return [];
    return product.includedProducts.flatMap(({ productId, min }) => {
      const count = lines.filter((each) => each.linkedTo === line.id && each.product === productId).length;
      const name = products.get(productId)?.name ?? productId;
      return count >= min
        ? []
        : [{ path: `/products/${index}`, message: `${product.name} includes at least ${min} of ${name}` }];
    });
  });
}
