import type { Finding, Severity } from '../diagnostics/finding.ts';
import type { Code } from '../diagnostics/messages.ts';
import type { HostHelper } from '../helpers/host.ts';
import { type Limits, PRINT_LENGTH } from '../limits.ts';
import type { Span } from '../syntax/tree.ts';
import { startOfDay } from '../values/calendar.ts';
import { FAILED } from '../values/kind.ts';
import type { Zone } from '../values/zone.ts';
import { type Allowance, exportValue } from './export.ts';
import type { Rejection, Validation } from './result.ts';
import type { Scopes } from './scopes.ts';
import { BUDGET, ERROR } from './stop.ts';
import type { Trace } from './trace.ts';

/** What closures tell the block around them. */
export const GO = 0;
export const SKIPPED = 1;
export const ENDED = 2;

/** What the host passes to a run, checked. */
export interface Host {
  readonly scopes: Scopes;
  readonly now: Date | null;
  readonly zone: Zone;
  /** What `this` and `it`, and `index`, are outside of loops; undefined when the host passed none. */
  readonly item: unknown;
  readonly index: unknown;
  readonly helpers: ReadonlyMap<string, HostHelper>;
  readonly limits: Limits;
  readonly ignoresErrors: boolean;
}

/**
 * The state of one run: the values of all variables in one flat frame, the budget used so far, and what the script has
 * produced. Lists that most runs leave empty are made when they are first needed.
 */
export class Run {
  readonly frame: unknown[];
  steps = 0;
  readonly stepLimit: number;
  /** GO, or why the statements that follow are passed over. */
  signal = GO;
  /** The validate block that rejections go to; null outside of all. */
  validation: OpenValidation | null = null;
  readonly validations: Validation[] = [];
  errors: Rejection[] = [];
  /** Rejections beyond the limit: counted only. */
  suppressed = 0;
  readonly output: string[] = [];
  readonly findings: Finding[] = [];
  readonly trace: Trace | null;
  readonly #allowance: Allowance;
  /** The loop or block that is running, to say where a budget ended. */
  place: Span = { from: 0, to: 0 };
  #seen: Map<Code, Set<Span>> | null = null;
  #today: Date | null = null;

  constructor(
    frameSize: number,
    readonly host: Host,
    trace: Trace | null,
  ) {
    this.trace = trace;
    this.#allowance = { items: EXPORTED_LISTS * host.limits.list, nesting: host.limits.nesting, isExceeded: false };
    this.frame = new Array(frameSize);
    this.stepLimit = host.limits.steps;
  }

  /** Records what a `reject` says: in the validate block around it, or as the one result that ends the script. */
  reject(rejection: Rejection): void {
    const { validation } = this;
    if (validation === null) {
      this.errors = [rejection];
      this.suppressed = 0;
      return;
    }
    validation.hasPassed = false;
    if (this.errors.length >= this.host.limits.errors) {
      this.suppressed += 1;
      return;
    }
    const owned = validation.label === undefined ? rejection : { ...rejection, label: validation.label };
    validation.errors.push(owned);
    this.errors.push(owned);
  }

  /** A value as the result carries it. */
  export(site: Span, value: unknown): unknown {
    const exported = exportValue(value, this.#allowance);
    if (this.#allowance.isExceeded)
      this.exceed(site, 'output-too-large', `${EXPORTED_LISTS * this.host.limits.list} items in a result`);
    return exported;
  }

  print(site: Span, text: string): void {
    const { prints } = this.host.limits;
    if (this.output.length < prints)
      this.output.push(text.length > PRINT_LENGTH ? `${text.slice(0, PRINT_LENGTH - 1)}…` : text);
    else this.warn(site, 'output-too-large', { limit: `${prints} prints` }, 'warning');
  }

  /** The start of the day of `now`. */
  today(now: Date): Date {
    this.#today ??= new Date(startOfDay(now.getTime(), this.host.zone));
    return this.#today;
  }

  /** Uses up steps of the budget. */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > this.stepLimit) this.exceedSteps();
  }

  /** Uses up the steps of touching or building this many characters. */
  spendText(length: number): void {
    if (length >= CHARACTERS_PER_STEP) this.spend(Math.floor(length / CHARACTERS_PER_STEP));
  }

  exceedSteps(site: Span = this.place): never {
    return this.exceed(site, 'too-many-steps', String(this.stepLimit));
  }

  /** Checks and pays for a text that is about to be built. */
  growText(site: Span, length: number): void {
    const limit = this.host.limits.text;
    if (length > limit) this.exceed(site, 'output-too-large', `${limit} characters in a text`);
    this.spendText(length);
  }

  /** Checks and pays for a list that is about to be built. */
  growList(site: Span, length: number): void {
    const limit = this.host.limits.list;
    if (length > limit) this.exceed(site, 'output-too-large', `${limit} items in a list`);
    if (length >= ITEMS_PER_STEP) this.spend(Math.floor(length / ITEMS_PER_STEP));
  }

  /** Refuses lists and records that are nested so deep that walking them would overflow the stack. */
  descend(site: Span, depth: number): void {
    const { nesting } = this.host.limits;
    if (depth > nesting) this.exceed(site, 'nested-too-deep', String(nesting));
  }

  exceed(site: Span, code: Code, limit: string): never {
    this.findings.push({ code, from: site.from, to: site.to, args: { limit } });
    throw BUDGET;
  }

  /** A warning: 'Expected …, got …'. */
  expect(site: Span, expected: string, got: string): null {
    this.warn(site, 'type-mismatches', { expected, got });
    return null;
  }

  warn(site: Span, code: Code, args: Readonly<Record<string, string>>, severity?: Severity): void {
    if (!this.#isNew(code, site)) return;
    const finding: Finding = { code, from: site.from, to: site.to, args };
    this.findings.push(severity === undefined ? finding : { ...finding, severity });
  }

  /** A run-time error: ends the run, or gives FAILED where errors are ignored. */
  fail(finding: Finding): typeof FAILED {
    if (this.#isNew(finding.code, finding)) this.findings.push(finding);
    if (!this.host.ignoresErrors) throw ERROR;
    return FAILED;
  }

  /** A loop may come to the same place a million times; it is reported once. */
  #isNew(code: Code, site: Span): boolean {
    this.#seen ??= new Map();
    const sites = this.#seen.get(code) ?? new Set();
    if (sites.has(site)) return false;
    this.#seen.set(code, sites.add(site));
    return true;
  }
}

/** A validate block while its statements run. */
export interface OpenValidation {
  readonly label: string | undefined;
  readonly errors: Rejection[];
  readonly validations: Validation[];
  hasPassed: boolean;
}

/** How many lists of the greatest length a result may hold. */
const EXPORTED_LISTS = 10;
const CHARACTERS_PER_STEP = 64;
/** Copying an item costs far less than a statement, but it costs memory. */
const ITEMS_PER_STEP = 16;
