import type { Report } from '#schemas/generated/types.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { keptRows } from './kept-rows.ts';

/** A report whose filters no row could pass is refused when it is saved, with the path of each (design 8). */
export const reports: Declaration<Report> = {
  async beforeWrite({ changes, current }) {
    const { kind = current?.kind ?? 'AgencyOrder', config = current?.config ?? {} } = changes;
    keptRows({ kind, config });
    return changes;
  },
};
