import { isSuggested, suggestionFaults } from '#schemas/audits/suggest.ts';
import type { Product, ProductSuggestion, ProspectAudit } from '#schemas/generated/types.ts';
import { allowedFilter, type Viewer } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { unfit } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';

/** So many suggestions are asked of one audit. */
const most = 200;

/** A suggestion is kept with a script that can run alone: each fault is told with its place. */
export const productSuggestions: Declaration<ProductSuggestion> = {
  async beforeWrite({ changes }) {
    const faults = changes.condition === undefined ? [] : suggestionFaults(changes.condition);
    if (faults.length === 0) return changes;
    throw unfit(
      faults.map(({ line, column, message }) => ({
        path: '/condition',
        message: `Line ${line}, column ${column}: ${message}`,
      })),
    );
  },
};

/** A product that an audit suggests, and why. */
export interface Suggested {
  product: Pick<Product, 'id' | 'key' | 'name' | 'group'>;
  reasons: string[];
}

/** What an administrator's scripts suggest for what an audit found last, as far as the viewer may order it; each product once. */
export async function suggestedFor(viewer: Viewer, audit: ProspectAudit): Promise<Suggested[]> {
  const report = audit.reportId ? await store('AuditReport').findOne({ _id: audit.reportId }) : null;
  if (!report) return [];
  const all = await store('ProductSuggestion').find({ filter: { inactive: false }, sort: ['name'], limit: most });
  const time = now();
  const fitting = all.filter(({ condition }) => isSuggested(condition, audit, report, time));
  const ids = [...new Set(fitting.map(({ product }) => product))];
  const filter = { $and: [allowedFilter(viewer, 'read', 'Product'), { _id: { $in: ids } }] };
  const products = new Map((await store('Product').find({ filter })).map((product) => [product.id, product]));
  return ids.flatMap((product) => {
    const found = products.get(product);
    const reasons = fitting.filter((each) => each.product === product).map(({ name }) => name);
    return found ? [{ product: { id: found.id, key: found.key, name: found.name, group: found.group }, reasons }] : [];
  });
}
