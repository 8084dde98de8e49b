import { isSuggested, suggestionErrors } from '#schemas/audits/suggest.ts';
import type { Product, ProductSuggestion, ProspectAudit } from '#schemas/generated/types.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { now } from '../../platform/clock/clock.ts';
import { invalidRecord } from '../../platform/errors/catalogue.ts';

/** Maximum number of suggestions evaluated per audit. */
const maxSuggestions = 200;

/** Hooks of product suggestions: the script must be valid; each problem is reported with its position. */
export const productSuggestions: ResourceHooks<ProductSuggestion> = {
  async beforeWrite({ changes }) {
    const faults = changes.condition === undefined ? [] : suggestionErrors(changes.condition);
    if (faults.length === 0) return changes;
    throw invalidRecord(
      faults.map(({ line, column, message }) => ({
        path: '/condition',
        message: `Line ${line}, column ${column}: ${message}`,
      })),
    );
  },
};

/** A suggested product with the reasons. */
export interface SuggestedProduct {
  product: Pick<Product, 'id' | 'key' | 'name' | 'group'>;
  reasons: string[];
}

/**
 * Evaluates the administrators' scripts on an audit's latest report and returns the suggested products that the viewer
 * may order, without duplicates.
 */
export async function suggestProducts(viewer: Viewer, audit: ProspectAudit): Promise<SuggestedProduct[]> {
  const report = audit.reportId ? await storeOf('AuditReport').findOne({ _id: audit.reportId }) : null;
  if (!report) return [];
  const all = await storeOf('ProductSuggestion').find({
    filter: { inactive: false },
    sort: ['name'],
    limit: maxSuggestions,
  });
  const time = now();
  const matching = all.filter(({ condition }) => isSuggested(condition, audit, report, time));
  const ids = [...new Set(matching.map(({ product }) => product))];
  const filter = { $and: [allowedFilter(viewer, 'read', 'Product'), { _id: { $in: ids } }] };
  const products = new Map((await storeOf('Product').find({ filter })).map((product) => [product.id, product]));
  return ids.flatMap((product) => {
    const found = products.get(product);
    const reasons = matching.filter((each) => each.product === product).map(({ name }) => name);
    return found ? [{ product: { id: found.id, key: found.key, name: found.name, group: found.group }, reasons }] : [];
  });
}
