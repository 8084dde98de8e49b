import type { Report } from '#schemas/generated/types.ts';
import { unfit } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { keptRows } from './kept-rows.ts';
import { unknownInConfig } from './told-config.ts';

/** A report whose config names what there is not, or filters that no row could pass, is refused with the path of each (design 8). */
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
