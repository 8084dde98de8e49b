import type { Report } from '#schemas/generated/types.ts';
import { unfit } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { keptRows } from './kept-rows.ts';
import { unknownInConfig } from './told-config.ts';

/**
 * Hooks of reports: a config with unknown names or invalid filters is rejected with the path of each problem (design
 * 8).
 */
export const reports: Declaration<Report> = {
  async beforeWrite({ changes, current }) {
    const { kind = current?.kind ?? 'AgencyOrder', config = current?.config ?? {} } = changes;
    const problems = unknownInConfig({ kind, config });
    if (problems.length > 0) throw unfit(problems);
    keptRows({ kind, config });
    return changes;
  },
  parts: [{ name: 'ReportSchedule', field: 'report' }],
};
