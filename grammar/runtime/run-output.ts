import type { Finding, Severity } from '../diagnostics/finding.ts';
import type { DiagnosticCode } from '../diagnostics/messages.ts';
import { type Limits, MESSAGES_LENGTH, PRINT_LENGTH } from '../limits.ts';
import type { Span } from '../syntax/tree.ts';
import type { ExportBudget, Rejection, Validation } from './result.ts';

/** A validate block whose statements are running. */
export interface OpenValidation {
  readonly label: string | undefined;
  readonly errors: Rejection[];
  readonly validations: Validation[];
  hasPassed: boolean;
}

/** Collects what a run produces besides its value (rejections, prints, warnings), within the limits. */
export class RunOutput {
  errors: Rejection[] = [];
  /** The number of rejections dropped because of the limits on their number or characters. */
  suppressedCount = 0;
  readonly validations: Validation[] = [];
  readonly output: string[] = [];
  readonly findings: Finding[] = [];
  readonly allowance: ExportBudget;
  readonly #seen = new Map<DiagnosticCode, Set<number>>();

  /** The characters of all rejections in validate blocks so far. */
  #messages = 0;

  constructor(private readonly limits: Limits) {
    this.allowance = { items: EXPORTED_LISTS * limits.list, nesting: limits.nesting, isExceeded: false };
  }

  /** Records a rejection: in the enclosing validate block, or as the single result that ends the script. */
  reject(rejection: Rejection, validation: OpenValidation | null): void {
    if (validation === null) {
      this.errors = [rejection];
      this.suppressedCount = 0;
      return;
    }
    validation.hasPassed = false;
    const entry = validation.label === undefined ? rejection : { ...rejection, label: validation.label };
    this.#messages += lengthOf(entry);
    if (this.errors.length >= this.limits.errors || this.#messages > MESSAGES_LENGTH) {
      this.suppressedCount += 1;
      return;
    }
    validation.errors.push(entry);
    this.errors.push(entry);
  }

  print(site: Span, text: string): void {
    const { prints } = this.limits;
    if (this.output.length >= prints) this.warn(site, 'output-too-large', { limit: `${prints} prints` }, 'warning');
    else this.output.push(text.length > PRINT_LENGTH ? `${text.slice(0, PRINT_LENGTH - 1)}…` : text);
  }

  warn(site: Span, code: DiagnosticCode, args: Readonly<Record<string, string>>, severity?: Severity): void {
    if (!this.#isNew(code, site)) return;
    const finding: Finding = { code, from: site.from, to: site.to, args };
    this.findings.push(severity === undefined ? finding : { ...finding, severity });
  }

  report(finding: Finding): void {
    if (this.#isNew(finding.code, finding)) this.findings.push(finding);
  }

  /** Deduplicates findings: a loop may reach the same position a million times, but it is reported once. */
  #isNew(code: DiagnosticCode, { from, to }: Span): boolean {
    const offset = from * OFFSET_FACTOR + to;
    const offsets = this.#seen.get(code) ?? new Set();
    if (offsets.has(offset)) return false;
    this.#seen.set(code, offsets.add(offset));
    return true;
  }
}

/** The number of characters that a rejection adds to the result. */
function lengthOf({ message, label = '', value }: Rejection): number {
  return message.length + label.length + (typeof value === 'string' ? value.length : 0);
}

/** Larger than any source offset, so that two offsets combine into one number. */
const OFFSET_FACTOR = 2 ** 26;

/** A result may contain this many lists of the maximum length. */
const EXPORTED_LISTS = 10;
