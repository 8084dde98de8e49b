import { compile, type Diagnostic, run, type Schema } from '#grammar/index.ts';
import type { AuditReport, ProspectAudit } from '../generated/types.ts';
import { sectionKeys } from './sections.ts';

/** What a suggestion's script reads of an audit. */
const reads: Schema = {
  score: 'number',
  outcome: 'text',
  scores: { record: Object.fromEntries(sectionKeys.map((key) => [key, 'number' as const])) },
  business: {
    record: { name: 'text', url: 'text', phone: 'text', street: 'text', city: 'text', state: 'text', zip: 'text' },
  },
};

const options = { schema: reads, mode: 'condition' } as const;

/** Counts what the others say one by one. */
const summary = 'errors-occurred-parsing-source';

/** What is wrong with a suggestion's script, so that it can not be kept. */
export const suggestionFaults = (condition: string): Diagnostic[] =>
  compile(condition, options).diagnostics.filter(({ severity, code }) => severity === 'error' && code !== summary);

type Audited = Pick<
  ProspectAudit,
  'businessName' | 'businessUrl' | 'businessPhone' | 'businessStreet' | 'businessCity' | 'businessState' | 'businessZip'
>;
type Reported = Pick<AuditReport, 'score' | 'outcome' | 'sections'>;

/** Whether a script suggests its product for what an audit found. One that can not run suggests nothing. */
export function isSuggested(condition: string, audit: Audited, report: Reported, now: Date): boolean {
  const { program } = compile(condition, options);
  if (!program) return false;
  const { status, value } = run(program, inputOf(audit, report), { now });
  return status === 'passed' && value === true;
}

/** What was not judged is nothing to a script, and so is what nobody filled in. */
const inputOf = (audit: Audited, { score, outcome, sections }: Reported) => ({
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
