import { compileToRun, type Diagnostic, run, type Schema } from '#grammar/index.ts';
import type { AuditReport, ProspectAudit } from '../generated/types.ts';
import { sectionKeys } from './sections.ts';

/** The variables of an audit that a suggestion's script can read. */
const reads: Schema = {
  score: 'number',
  outcome: 'text',
  scores: { record: Object.fromEntries(sectionKeys.map((key) => [key, 'number' as const])) },
  business: {
    record: { name: 'text', url: 'text', phone: 'text', street: 'text', city: 'text', state: 'text', zip: 'text' },
  },
};

const options = { schema: reads, mode: 'condition' } as const;

/** The diagnostic code that only counts the other diagnostics. */
const summaryCode = 'errors-occurred-parsing-source';

/** The errors of a suggestion's script (its condition) that prevent it from being saved. */
export const suggestionErrors = (condition: string): Diagnostic[] =>
  compileToRun(condition, options).diagnostics.filter(
    ({ severity, code }) => severity === 'error' && code !== summaryCode,
  );

type AuditedBusiness = Pick<
  ProspectAudit,
  'businessName' | 'businessUrl' | 'businessPhone' | 'businessStreet' | 'businessCity' | 'businessState' | 'businessZip'
>;
type ReportResult = Pick<AuditReport, 'score' | 'outcome' | 'sections'>;

/**
 * Whether a suggestion's script (its condition) recommends its product for the result of an audit. A script that fails
 * recommends nothing.
 */
export function isSuggested(condition: string, audit: AuditedBusiness, report: ReportResult, now: Date): boolean {
  const { program } = compileToRun(condition, options);
  if (!program) return false;
  const { status, value } = run(program, inputOf(audit, report), { now });
  return status === 'passed' && value === true;
}

/** Maps an audit to the script's variables. Sections without a score and empty properties are null. */
const inputOf = (audit: AuditedBusiness, { score, outcome, sections }: ReportResult) => ({
  score,
  outcome,
  scores: Object.fromEntries(sections.map((section) => [section.key, section.score])),
  business: {
    name: audit.businessName,
    url: audit.businessUrl,
    phone: audit.businessPhone,
    street: audit.businessStreet,
    city: audit.businessCity,
    state: audit.businessState,
    zip: audit.businessZip,
  },
});
