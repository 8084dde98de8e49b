import type { Report } from '#schemas/generated/types.ts';
import { groupingsOf, measuresOf, reportFields } from '#schemas/reports/report-config.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { invalidRecord, type Problem } from '../../platform/errors/catalogue.ts';
import { orderQuery, withConfig } from './order-rows.ts';
import { reportFilter } from './report-filter.ts';

/**
 * Hooks of reports: a config with unknown names or invalid filters is rejected with the path of each problem (design
 * 8).
 */
export const reports: ResourceHooks<Report> = {
  async beforeWrite({ viewer, changes, current }) {
    const { kind = current?.kind ?? 'AgencyOrder', config = current?.config ?? {} } = changes;
    const problems = reportConfigProblems({ kind, config });
    if (problems.length > 0) throw invalidRecord(problems);
    if (kind === 'Order') withConfig({ kind, config }, await orderQuery(viewer, {}));
    else reportFilter({ kind, config });
    return changes;
  },
  dependents: [{ name: 'ReportSchedule', field: 'report' }],
};

/**
 * Validates the names in a report's config and returns a problem for each unknown one (design 8). `reportFilter` validates
 * the filters.
 */
function reportConfigProblems({ kind, config }: Pick<Report, 'kind' | 'config'>): Problem[] {
  const fields = reportFields(kind).map(({ name }) => name);
  const names: Partial<Record<string, { one: string; known: readonly string[] }>> = {
    charts: { one: 'chart', known: groupingsOf(kind) },
    groups: { one: 'group', known: groupingsOf(kind) },
    measures: { one: 'measure', known: measuresOf(kind) },
  };
  return Object.entries(config).flatMap(([key, value]): Problem[] => {
    const path = `/config/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === 'filters') return [];
    if (key === 'columns')
      return namesIn(path, value, (name) =>
        fields.includes(name) ? undefined : `Rows have no field ${name}; known: ${fields.join(', ')}`,
      );
    const list = Object.hasOwn(names, key) ? names[key] : undefined;
    if (list)
      return namesIn(path, value, (name) =>
        list.known.includes(name) ? undefined : `There is no ${list.one} ${name}; known: ${list.known.join(', ')}`,
      );
    return [{ path, message: 'Unknown field; a report has columns, groups, measures, filters and charts' }];
  });
}

function namesIn(path: string, value: unknown, faultOf: (name: string) => string | undefined): Problem[] {
  if (!Array.isArray(value)) return [{ path, message: 'Must be a list of names: [ … ]' }];
  return value.flatMap((name: unknown, index): Problem[] => {
    const message = typeof name === 'string' ? faultOf(name) : 'Must be a name';
    return message ? [{ path: `${path}/${index}`, message }] : [];
  });
}
