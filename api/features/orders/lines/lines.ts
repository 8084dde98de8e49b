import type { NormalizedValue } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { JsonMap, Order, Product } from '#schemas/generated/types.ts';
import { fileId } from '#schemas/products/line-formats.ts';
import { may, type Viewer } from '../../../engine/access/viewer.ts';
import { readableAttachments } from '../../../engine/resource/rules/attachments.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { invalidRecord, type Problem } from '../../../platform/errors/catalogue.ts';
import { newRowId } from '../../forms/row-id.ts';
import {
  applyLineDefaults,
  combinedSchemaOf,
  filesInLine,
  type LineBudget,
  newLineBudget,
  normalizeLine,
} from '../../products/line-schema.ts';

export type OrderLine = Order['products'][number];

/** A line as sent in a request. Missing properties are filled in from its product. */
export interface LineInput {
  id?: string;
  product: string;
  key?: string;
  linkedTo?: string;
  data?: JsonMap;
}

/** A product with the combined JSON schema of its line data. */
export interface LineProduct extends Product {
  lineSchema: JsonMap;
}

/** Loads products with their line schemas, including those that can no longer be ordered. */
export async function lineProducts(ids: string[]): Promise<Map<string, LineProduct>> {
  if (ids.length === 0) return new Map();
  const products = await recordCache('Product', ids);
  const withParents = new Map(products);
  for (let nextIds = parentsOf(products); nextIds.length > 0; ) {
    const level = await recordCache('Product', nextIds);
    for (const [id, product] of level) withParents.set(id, product);
    nextIds = parentsOf(level).filter((id) => !withParents.has(id));
  }
  return new Map([...products].map(([id, product]) => [id, lineProductOf(product, withParents)]));
}

/**
 * Memoized per cached product object. A write to any product invalidates the cache of all, so the schema stays current.
 */
const combined = new WeakMap<Product, LineProduct>();

function lineProductOf(product: Product, withParents: Map<string, Product>): LineProduct {
  const known = combined.get(product);
  if (known) return known;
  const lineProduct = { ...product, lineSchema: combinedSchemaOf(product, withParents) };
  combined.set(product, lineProduct);
  return lineProduct;
}

function parentsOf(products: Map<string, Product>): string[] {
  return [...products.values()].flatMap(({ parent }) => parent ?? []);
}

interface Completing {
  viewer: Viewer;
  current: OrderLine[];
  input: LineInput[];
}

/** The lines of an order, the files in their data, and values that were normalized. */
export interface ResolvedLines {
  products: OrderLine[];
  lineFiles: FileReference[];
  normalized: NormalizedValue[];
}

/**
 * Completes the lines of an order (design 6): new lines get their product's defaults and at least `min` lines per
 * included product; lines included by a removed line are removed too. Throws DATABASE_VALIDATION_ERROR for a product
 * that may not be ordered, a link to a missing line, or fewer included lines than the product requires.
 */
export async function resolveLines({ viewer, current, input }: Completing): Promise<ResolvedLines> {
  const known = new Map(current.map((line) => [line.id, line]));
  const ids = input.map(({ id }) => id ?? newRowId());
  const sentIds = new Set(ids);
  const removedIds = new Set(current.map(({ id }) => id).filter((id) => !sentIds.has(id)));
  const retained = input
    .map((line, index) => withOriginalLink({ ...line, id: ids[index] ?? newRowId() }, known))
    .filter(({ linkedTo }) => !(linkedTo && removedIds.has(linkedTo)));
  const products = await withIncluded(retained.map(({ product }) => product));
  const problems = problemsOf({ viewer, retained, known, products });
  if (problems.length > 0) throw invalidRecord(problems);
  assertLineLimit(retained, known, products);
  const budget = newLineBudget();
  const completed = retained.flatMap((line): CompletedLine[] => {
    const old = known.get(line.id);
    const product = products.get(line.product);
    if (!product) return [];
    if (old) return [updatedLine(old, line.data, product, budget)];
    return [
      withNormalizedData(newLine(line, product), product, budget),
      ...includedLines({ line: line.id, product, linked: linkedTo(line, retained), products }),
    ];
  });
  const lines = completed.map(({ line }) => line);
  const missing = missingLines(lines, products);
  if (missing.length > 0) throw invalidRecord(missing);
  return {
    products: lines,
    lineFiles: lines.flatMap((line, index) => filesOf(line, index, products)),
    normalized: completed.flatMap(({ normalized }, index) =>
      normalized.map((each) => ({ ...each, path: `/products/${index}/data${each.path}` })),
    ),
  };
}

/** A completed line with its normalized values, by paths into the line's data. */
interface CompletedLine {
  line: OrderLine;
  normalized: NormalizedValue[];
}

function updatedLine(
  old: OrderLine,
  data: JsonMap | undefined,
  product: LineProduct,
  budget: LineBudget,
): CompletedLine {
  if (data === undefined || isEqual(data, old.data)) return { line: old, normalized: [] };
  return withNormalizedData({ ...old, data }, product, budget);
}

function withNormalizedData(line: OrderLine, { lineSchema }: LineProduct, budget: LineBudget): CompletedLine {
  const { data, normalized } = normalizeLine(lineSchema, line.data, budget);
  return { line: { ...line, data }, normalized };
}

function filesOf({ product, data }: OrderLine, index: number, products: Map<string, LineProduct>): FileReference[] {
  const found = filesInLine(products.get(product)?.lineSchema ?? {}, data);
  return found.map(({ id, path }) => ({ id, path: `/products/${index}/data${path}` }));
}

/**
 * `linkedTo` of an existing line never changes: otherwise a line that needs no access as an included one could become
 * independent.
 */
function withOriginalLink(line: LineWithId, known: Map<string, OrderLine>): LineWithId {
  const { linkedTo } = known.get(line.id) ?? {};
  return linkedTo ? { ...line, linkedTo } : line;
}

function newLine(
  { id, linkedTo, data = {} }: LineInput & { id: string },
  { id: product, key, lineSchema }: LineProduct,
): OrderLine {
  return { id, product, key, ...(linkedTo ? { linkedTo } : {}), data: applyLineDefaults(lineSchema, data) };
}

const linkedTo = ({ id }: LineWithId, retained: LineWithId[]): string[] =>
  retained.filter((each) => each.linkedTo === id).map(({ product }) => product);

/** Maximum number of lines per order, included lines among them. */
const maxLines = schema.properties.products?.maxItems ?? Number.POSITIVE_INFINITY;

/** Throws DATABASE_VALIDATION_ERROR when the order would have too many lines, before any of them is created. */
function assertLineLimit(
  retained: LineWithId[],
  known: Map<string, OrderLine>,
  products: Map<string, LineProduct>,
): void {
  const included = retained
    .filter(({ id }) => !known.has(id))
    .flatMap((line) => missingIncluded(products.get(line.product), linkedTo(line, retained)));
  const count = included.reduce((sum, each) => sum + each.count, retained.length);
  if (count <= maxLines) return;
  const message = `At most ${maxLines} lines per order; with the included products it would have ${count}`;
  throw invalidRecord([{ path: '/products', message }]);
}

/** How many lines of each included product are still missing. */
function missingIncluded(product: LineProduct | undefined, linked: string[]): { productId: string; count: number }[] {
  return (product?.includedProducts ?? []).map(({ productId, min }) => ({
    productId,
    count: Math.max(0, min - linked.filter((each) => each === productId).length),
  }));
}

interface Included {
  line: string;
  product: LineProduct;
  /** Products of lines in the same save that already link to this line. */
  linked: string[];
  products: Map<string, LineProduct>;
}

function includedLines({ line, product, linked, products }: Included): CompletedLine[] {
  return missingIncluded(product, linked).flatMap(({ productId, count }) => {
    const included = products.get(productId);
    if (!included) return [];
    return Array.from({ length: count }, () => ({
      line: newLine({ id: newRowId(), product: productId, linkedTo: line }, included),
      normalized: [],
    }));
  });
}

/**
 * Loads products together with the products they include. One level is enough, because lines of included products
 * include nothing.
 */
async function withIncluded(ids: string[]): Promise<Map<string, LineProduct>> {
  const products = await lineProducts(ids);
  const included = [...products.values()].flatMap(({ includedProducts }) =>
    includedProducts.map(({ productId }) => productId),
  );
  return new Map([...(await lineProducts(included.filter((id) => !products.has(id)))), ...products]);
}

interface LineWithId extends LineInput {
  id: string;
}

/** Validates the lines. An included line needs no product access of its own (design 4). */
function problemsOf({
  viewer,
  retained,
  known,
  products,
}: {
  viewer: Viewer;
  retained: LineWithId[];
  known: Map<string, OrderLine>;
  products: Map<string, LineProduct>;
}): Problem[] {
  const byId = new Map(retained.map((line) => [line.id, line]));
  return retained.flatMap((line, index): Problem[] => {
    const path = `/products/${index}`;
    if (retained.findIndex(({ id }) => id === line.id) !== index)
      return [{ path: `${path}/id`, value: line.id, message: 'Another line has the same id' }];
    const old = known.get(line.id);
    const product = products.get(line.product);
    const key = old?.key ?? product?.key;
    if (old && old.product !== line.product)
      return [
        {
          path: `${path}/product`,
          value: line.product,
          message: 'The product of a line cannot be changed; remove the line and add another',
        },
      ];
    if (line.key !== undefined && key !== undefined && line.key !== key)
      return [{ path: `${path}/key`, value: line.key, message: 'Can only be set by the server' }];
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

function missingLines(lines: OrderLine[], products: Map<string, LineProduct>): Problem[] {
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

/** A file referenced by an order. */
export interface FileReference {
  id: string;
  /** A JSON pointer into the order. */
  path: string;
}

/** Finds the file references in form data, at any depth: objects with id, name and mimeType (design 7). */
function findFileReferences(formData: JsonMap): FileReference[] {
  const found: FileReference[] = [];
  const rest: { value: unknown; path: string }[] = [{ value: formData, path: '/formData' }];
  // Iterative traversal in document order, because data may be nested deeper than the call stack allows.
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, path } = next;
    if (value === null || typeof value !== 'object') continue;
    const id = fileIdOf(value);
    if (id !== undefined) found.push({ id, path });
    for (const [key, inner] of Object.entries(value).reverse()) {
      if (typeof inner === 'object') rest.push({ value: inner, path: `${path}${pointerOf([key])}` });
    }
  }
  return found;
}

function fileIdOf(value: object): string | undefined {
  if (!('id' in value && 'name' in value && 'mimeType' in value)) return undefined;
  const { id, name, mimeType } = value;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof mimeType !== 'string') return undefined;
  return fileId.test(id) ? id : undefined;
}

interface FileState extends Pick<Order, 'formData'>, Partial<Pick<Order, 'files'>> {
  /** Files of the order's lines, if needed: only a product's schema tells which texts are files. */
  lineFileReferences?: FileReference[] | undefined;
}

const filesOfState = ({ formData, lineFileReferences = [] }: FileState): FileReference[] => [
  ...findFileReferences(formData),
  ...lineFileReferences,
];

/**
 * Returns the ids of all files that states of an order refer to or ever referred to, because restoring an earlier
 * version may need them.
 */
export function allFileIds(...states: FileState[]): string[] {
  return [...new Set(states.flatMap((state) => [...(state.files ?? []), ...filesOfState(state).map(({ id }) => id)]))];
}

interface FileCheck {
  viewer: Viewer;
  order: FileState;
  before?: FileState;
}

/**
 * Throws DATABASE_VALIDATION_ERROR for files that an order newly refers to and the viewer may not read, so that knowing
 * an id does not give access to another user's file.
 */
export async function assertFilesReadable({ viewer, order, before }: FileCheck): Promise<void> {
  const known = new Set(before ? allFileIds(before) : []);
  const added = filesOfState(order).filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  const ids = [...new Set(added.map(({ id }) => id))];
  const readable = new Set(await readableAttachments(viewer, 'File', ids));
  const problems = added.filter(({ id }) => !readable.has(id));
  if (problems.length > 0) {
    throw invalidRecord(problems.map(({ id, path }) => ({ path, value: id, message: 'No File has this id' })));
  }
}
