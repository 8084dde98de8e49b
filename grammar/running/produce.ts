import type { Finding, Severity } from '../diagnostics/finding.ts';
import type { Code } from '../diagnostics/messages.ts';
import { type Limits, MESSAGES_LENGTH, PRINT_LENGTH } from '../limits.ts';
import type { Span } from '../syntax/tree.ts';
import type { Allowance } from './export.ts';
import type { Rejection, Validation } from './result.ts';

/** A validate block while its statements run. */
export interface OpenValidation {
  readonly label: string | undefined;
  readonly errors: Rejection[];
  readonly validations: Validation[];
  hasPassed: boolean;
}

/** What a run produces beside its value, within the limits. */
export class Produce {
  errors: Rejection[] = [];
  /** Rejections beyond the limits, in number or in characters: counted only. */
  suppressed = 0;
  readonly validations: Validation[] = [];
  readonly output: string[] = [];
  readonly findings: Finding[] = [];
  readonly allowance: Allowance;
  readonly #seen = new Map<Code, Set<number>>();

  /** The characters of the rejections in validate blocks so far. */
  #messages = 0;

  constructor(private readonly limits: Limits) {
    this.allowance = { items: EXPORTED_LISTS * limits.list, nesting: limits.nesting, isExceeded: false };
  }

  /** Records what a `reject` says: in the validate block around it, or as the one result that ends the script. */
  reject(rejection: Rejection, validation: OpenValidation | null): void {
    if (validation === null) {
      this.errors = [rejection];
      this.suppressed = 0;
      return;
    }
    validation.hasPassed = false;
    const owned = validation.label === undefined ? rejection : { ...rejection, label: validation.label };
    this.#messages += lengthOf(owned);
    if (this.errors.length >= this.limits.errors || this.#messages > MESSAGES_LENGTH) {
      this.suppressed += 1;
      return;
    }
    validation.errors.push(owned);
    this.errors.push(owned);
  }

  print(site: Span, text: string): void {
    const { prints } = this.limits;
    if (this.output.length >= prints) this.warn(site, 'output-too-large', { limit: `${prints} prints` }, 'warning');
    else this.output.push(text.length > PRINT_LENGTH ? `${text.slice(0, PRINT_LENGTH - 1)}…` : text);
  }

  warn(site: Span, code: Code, args: Readonly<Record<string, string>>, severity?: Severity): void {
    if (!this.#isNew(code, site)) return;
    const finding: Finding = { code, from: site.from, to: site.to, args };
    this.findings.push(severity === undefined ? finding : { ...finding, severity });
  }

  report(finding: Finding): void {
    if (this.#isNew(finding.code, finding)) this.findings.push(finding);
  }

  /** A loop may come to the same place a million times; it is reported once. */
  #isNew(code: Code, { from, to }: Span): boolean {
    const place = from * PLACES + to;
    const places = this.#seen.get(code) ?? new Set();
    if (places.has(place)) return false;
    this.#seen.set(code, places.add(place));
    return true;
  }
}

/** What a rejection adds to a result. */
function lengthOf({ message, label = '', value }: Rejection): number {
  return message.length + label.length + (typeof value === 'string' ? value.length : 0);
}

/** More than a source has offsets, so that two of them make one number. */
const PLACES = 2 ** 26;

/** How many lists of the greatest length a result may hold. */
const EXPORTED_LISTS = 10;
