import type { Report } from '#schemas/generated/types.ts';
import { invalidRecord } from '../errors/catalogue.ts';
import type { ResourceHooks } from '../resource/rules/declaration.ts';
import { reportConfigProblems } from './report-config.ts';
import { reportFilter } from './report-filter.ts';

/**
 * Hooks of reports: a config with unknown names or invalid filters is rejected with the path of each problem (design
 * 8).
 */
export const reports: ResourceHooks<Report> = {
  async beforeWrite({ changes, current }) {
    const { kind = current?.kind ?? 'AgencyOrder', config = current?.config ?? {} } = changes;
    const problems = reportConfigProblems({ kind, config });
    if (problems.length > 0) throw invalidRecord(problems);
    reportFilter({ kind, config });
    return changes;
  },
  dependents: [{ name: 'ReportSchedule', field: 'report' }],
};
