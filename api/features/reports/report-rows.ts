import type { ReportRow } from '#schemas/generated/types.ts';
import { reportFields } from '#schemas/reports/report-config.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { resolvePlaces } from './import-rows.ts';
import { countChange } from './totals.ts';

/**
 * Hooks of report rows: each kind has its own data fields, and the references in a row determine its place in the tree
 * (design 8).
 */
export const reportRows: ResourceHooks<ReportRow> = {
  visibilityCondition: visibleImportsFilter,
  async beforeWrite({ current, changes }) {
    const { data } = changes;
    if (data === undefined) return changes;
    const kind = current?.kind ?? changes.kind;
    const own = kind ? reportFields(kind).map(({ name }) => name) : [];
    const foreign = Object.keys(data).filter((field) => !own.includes(field));
    if (foreign.length > 0) {
      throw invalidRequest(
        'body',
        foreign.map((field) => ({ path: `/data/${field}`, message: `Not a field of the kind ${kind}` })),
      );
    }
    const [treeScope = []] = await resolvePlaces([data]);
    return { ...changes, treeScope };
  },
  async afterWrite(record, { action, current }) {
    await countChange(current, action === 'delete' ? null : record);
  },
};
