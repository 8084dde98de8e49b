import type { Finding } from '../diagnostics/finding.ts';
import type { Code } from '../diagnostics/messages.ts';
import type { HostHelper } from '../helpers/host.ts';
import type { Limits } from '../limits.ts';
import type { Span } from '../syntax/tree.ts';
import { FAILED, type RecordValue } from '../values/kind.ts';
import type { Zone } from '../values/zone.ts';
import { exportValue } from './export.ts';
import { type OpenValidation, Produce } from './produce.ts';
import { type Input, plainInput, Scopes } from './scopes.ts';
import { BUDGET, ERROR } from './stop.ts';
import type { Trace } from './trace.ts';

/** What closures tell the block around them: to go on, or why the statements that follow are passed over. */
export const GO = 0;
export const SKIPPED = 1;
export const ENDED = 2;

/** What the host says of a run beside its input. */
export interface Host {
  readonly now: Date | null;
  readonly zone: Zone;
  /** What `this` and `it`, and `index`, are outside of loops; undefined when the host passed none. */
  readonly item: unknown;
  readonly index: unknown;
  readonly helpers: ReadonlyMap<string, HostHelper>;
  readonly limits: Limits;
  readonly ignoresErrors: boolean;
  /** Where evaluated nodes are recorded; null when nobody asked. */
  readonly trace: Trace | null;
}

/**
 * The state of one run: the values of all variables in one flat frame and the budget used so far. Most runs produce nothing
 * but a value and take well under a microsecond, so whatever else a run may need is made when it does.
 */
export class Run {
  readonly frame: unknown[];
  readonly host: Host;
  /** The input when it is one plain record, which is then read directly. */
  readonly data: RecordValue | null;
  /** The steps that may still be done. */
  left: number;
  signal: number;
  /** The validate block that rejections go to; null outside of all. */
  validation: OpenValidation | null;
  /** What the run has produced beside its value; null as long as that is nothing. */
  produced: Produce | null;
  private foundScopes: Scopes | null;

  constructor(frame: unknown[], input: Input, host: Host) {
    const data = plainInput(input);
    this.frame = frame;
    this.host = host;
    this.data = data;
    this.left = host.limits.steps;
    this.signal = GO;
    this.validation = null;
    this.produced = null;
    this.foundScopes = data === null ? new Scopes(input) : null;
  }

  /** The steps done so far. */
  get steps(): number {
    return this.host.limits.steps - this.left;
  }

  /** Where names of the input are looked up that can not be read directly. */
  get scopes(): Scopes {
    this.foundScopes ??= new Scopes(this.data ?? {});
    return this.foundScopes;
  }

  get produce(): Produce {
    this.produced ??= new Produce(this.host.limits);
    return this.produced;
  }

  /** Uses up steps of the budget. */
  spend(steps: number, site: Span = NOWHERE): void {
    this.left -= steps;
    if (this.left < 0) this.exceedSteps(site);
  }

  /** Uses up the steps of touching or building this many characters. */
  spendText(length: number): void {
    if (length >= CHARACTERS_PER_STEP) this.spend(Math.floor(length / CHARACTERS_PER_STEP));
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
    if (length >= ITEMS_PER_STEP) this.spend(Math.floor(length / ITEMS_PER_STEP), site);
  }

  /** Refuses lists and records that are nested so deep that walking them would overflow the stack. */
  descend(site: Span, depth: number): void {
    const { nesting } = this.host.limits;
    if (depth > nesting) this.exceed(site, 'nested-too-deep', `${nesting} levels`);
  }

  exceedSteps(site: Span): never {
    return this.exceed(site, 'too-many-steps', String(this.host.limits.steps));
  }

  exceed({ from, to }: Span, code: Code, limit: string): never {
    this.produce.findings.push({ code, from, to, args: { limit } });
    throw BUDGET;
  }

  /** A warning: 'Expected …, got …'. */
  expect(site: Span, expected: string, got: string): null {
    this.produce.warn(site, 'type-mismatches', { expected, got });
    return null;
  }

  /** A run-time error: ends the run, or gives FAILED where errors are ignored. */
  fail(finding: Finding): typeof FAILED {
    this.produce.report(finding);
    if (!this.host.ignoresErrors) throw ERROR;
    return FAILED;
  }

  /** A value as the result carries it. */
  export(site: Span, value: unknown): unknown {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value === 'number' && value - value === 0) return value + 0;
    const { allowance } = this.produce;
    const before = allowance.items;
    const exported = exportValue(value, allowance);
    this.spend(before - allowance.items, site);
    if (allowance.isExceeded) this.exceed(site, 'output-too-large', 'a result may hold');
    return exported;
  }
}

const CHARACTERS_PER_STEP = 64;
/** Copying an item costs far less than a statement, but it costs memory. */
const ITEMS_PER_STEP = 4;
const NOWHERE: Span = { from: 0, to: 0 };
