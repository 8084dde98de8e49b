import type { AuditReport } from '../generated/types.ts';
import { type SectionKey, sectionKeys, sections } from './sections.ts';

/** One section in an earlier and a later report; null where it was not scored. */
export interface SectionChange {
  key: SectionKey;
  title: string;
  before: number | null;
  after: number | null;
  /** The change in points; null if one of the two scores is missing. */
  difference: number | null;
}

type ScoredReport = Pick<AuditReport, 'sections'>;

/** Compares two audit reports section by section, in the order of the report. */
export function compareReports(earlier: ScoredReport, later: ScoredReport): SectionChange[] {
  return sectionKeys.map((key) => {
    const [before, after] = [scoreIn(earlier, key), scoreIn(later, key)];
    const difference = before === null || after === null ? null : after - before;
    return { key, title: sections[key].title, before, after, difference };
  });
}

const scoreIn = ({ sections: judged }: ScoredReport, key: SectionKey): number | null =>
  judged.find((section) => section.key === key)?.score ?? null;
