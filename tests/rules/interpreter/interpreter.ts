// Reference interpreter of the rules language for differential testing against the compiler. It is in one file because it
// is compared with rules-language.md from top to bottom.

import { helperSignature } from '#grammar/analysis/helper-signature.ts';
import { resolveScopes } from '#grammar/analysis/scopes.ts';
import { includesValue, matchesText } from '#grammar/compiler/comparison.ts';
import { ITEM_STEPS, testPattern } from '#grammar/compiler/expression.ts';
import { statementSteps } from '#grammar/compiler/statement.ts';
import { toSignificant } from '#grammar/decimal/decimal.ts';
import { toDiagnostics } from '#grammar/diagnostics/diagnostic.ts';
import type { Finding } from '#grammar/diagnostics/finding.ts';
import { BUILT_INS } from '#grammar/helpers/built-ins.ts';
import { type Diagnostic, LIMITS, type Rejection } from '#grammar/index.ts';
import { compilePattern } from '#grammar/patterns/match.ts';
import { runPhrase } from '#grammar/phrases/phrases.ts';
import { Run, RunStop } from '#grammar/runtime/run.ts';
import type { OpenValidation } from '#grammar/runtime/run-output.ts';
import type {
  Assign,
  Block,
  Chain,
  ChainPart,
  Comparison,
  DurationLiteral,
  Each,
  Expression,
  If,
  ItemReference,
  Let,
  Path,
  Reject,
  Script,
  Statement,
  StatementValue,
  Take,
  Validate,
  Where,
} from '#grammar/syntax/tree.ts';
import { calculate, durationOf, isUnchangedBy, negate, requireInRange } from '#grammar/values/arithmetic.ts';
import { isEqual } from '#grammar/values/equality.ts';
import { fromHostValue, readKey } from '#grammar/values/host-values.ts';
import { FAILED, isList, isRecord, isTrue, kindOf, type RecordValue } from '#grammar/values/kind.ts';
import { numericText } from '#grammar/values/numeric-text.ts';
import { compareValues } from '#grammar/values/order.ts';
import { toText } from '#grammar/values/text.ts';
import { UTC } from '#grammar/values/zone.ts';
import { Environment, type ValueWithPath } from './environment.ts';
import { reassignedLets } from './reassigned-lets.ts';

/** The result of the interpreter, to be compared with that of the compiled closures. */
export interface InterpreterResult {
  readonly status: 'passed' | 'rejected' | 'error' | 'budget';
  readonly value: unknown;
  readonly errors: readonly Rejection[];
  readonly output: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly steps: number;
}

/**
 * Interprets a script by walking its tree as simply as possible: names are looked up outwards, values carry their path
 * in the input, and `skip` and the end of the script are exceptions. Slow, but easy to check against the specification.
 */
export function interpretScript(
  source: string,
  script: Script,
  input: RecordValue,
  options: { now: Date; ignoreErrors: boolean },
): InterpreterResult {
  const walker = new Walker(script, input, options);
  return walker.run(source, script);
}

class Skip extends Error {}
class End extends Error {}

interface Loop {
  readonly item: ValueWithPath;
  readonly index: number;
  /** Set for a `where` condition, which `skip` ignores. */
  readonly isWhere?: true;
}

class Walker {
  readonly #run: Run;
  readonly #assigned: ReadonlySet<Let>;
  readonly #immutable: ReadonlyMap<number, Finding>;
  readonly #inputs = new Map<string, unknown>();
  #environment = new Environment();
  #loops: Loop[] = [];
  #outerLoops = 0;
  /** The items of the enclosing `where` conditions, innermost first. */
  #rows: readonly unknown[] = [];

  constructor(
    script: Script,
    private readonly input: RecordValue,
    { now, ignoreErrors }: { now: Date; ignoreErrors: boolean },
  ) {
    const host = {
      now,
      zone: UTC,
      thisValue: undefined,
      index: undefined,
      helpers: new Map(),
      limits: LIMITS,
      ignoresErrors: ignoreErrors,
      onInstantRead: null,
      trace: null,
      isJson: false,
    };
    this.#run = new Run([], input, host);
    this.#assigned = reassignedLets(script);
    const { findings } = resolveScopes(script, undefined);
    this.#immutable = new Map(findings.filter(({ code }) => code === 'immutable').map((each) => [each.from, each]));
  }

  run(source: string, script: Script): InterpreterResult {
    let value: unknown = null;
    let status: InterpreterResult['status'] | null = null;
    try {
      value = this.#run.export(script, this.#statements(script.statements));
    } catch (stop) {
      if (stop instanceof RunStop) status = stop.status;
      else if (!(stop instanceof End)) throw stop;
    }
    const { errors, output, findings } = this.#run.produce;
    const diagnostics = toDiagnostics(source, findings);
    return {
      status: status ?? (errors.length > 0 ? 'rejected' : 'passed'),
      value,
      errors,
      output,
      diagnostics,
      steps: this.#run.steps,
    };
  }

  #block({ statements }: Block): unknown {
    const outer = this.#environment;
    this.#environment = new Environment(outer);
    try {
      return this.#statements(statements);
    } finally {
      this.#environment = outer;
    }
  }

  #statements(statements: readonly Statement[]): unknown {
    let value: unknown = null;
    for (const statement of statements) {
      this.#run.spend(statementSteps(statement));
      value = this.#statement(statement);
    }
    return value;
  }

  #statement(node: Statement): unknown {
    switch (node.type) {
      case 'take':
        return this.#take(node);
      case 'let':
        return this.#let(node);
      case 'define':
        this.#environment.helpers.push({ define: node, known: this.#environment });
        return null;
      case 'reject':
        return this.#reject(node);
      case 'skip':
        throw this.#loops.slice(this.#outerLoops).some(({ isWhere }) => !isWhere) ? new Skip() : new End();
      case 'print':
        this.#run.produce.print(node, toText(this.#run, node.value, this.#value(node.value)));
        return null;
      case 'assign':
        return this.#assign(node);
      case 'broken':
        return null;
      default:
        return this.#value(node);
    }
  }

  #let(node: Let): unknown {
    const { value, path } = this.#valueWithPath(node.value);
    this.#environment.variables.set(node.name.name, {
      kind: 'let',
      value,
      path: this.#assigned.has(node) ? null : path,
    });
    return value;
  }

  #take({ items, source }: Take): null {
    const from = source && this.#valueWithPath(source);
    const loop = this.#loops.at(-1);
    for (const { key, alias } of items) {
      const name = (alias ?? key).name;
      const record = from ?? (loop !== undefined && this.#loops.length > this.#outerLoops ? loop.item : null);
      const taken = record === null ? this.#taken(key) : this.#keyOf(record, key);
      this.#environment.variables.set(name, { kind: 'take', ...taken });
    }
    return null;
  }

  /** Without a record, a `take` reads the input or a helper's $input, but no variables. */
  #taken(key: Path['keys'][number]): ValueWithPath {
    const variable = this.#environment.holder(key.name)?.get(key.name);
    return variable?.kind === 'argument' ? variable : this.#inputNamed(key.name, key);
  }

  #assign({ target, operator, value: given }: Assign): unknown {
    const name =
      target.type === 'path' && target.keys.length === 0 && target.root.type === 'variable' ? target.root.name : null;
    const holder = name === null ? null : this.#environment.holder(name);
    const first = name === null ? undefined : holder?.get(name);
    const value = this.#value(given);
    if (name === null || holder === null || first?.kind !== 'let')
      return this.#fixed(target, holder === null ? name : null);
    const symbol = operator === '=' ? null : ARITHMETIC[operator];
    if (symbol !== null && isUnchangedBy(symbol, value)) return holder.get(name)?.value;
    const after = symbol === null ? value : calculate(this.#run, target, symbol, first.value, value);
    // The value may have been assigned in the meantime: `$a += { $a = 5 }`.
    const [before, now] = [kindOf(holder.get(name)?.value), kindOf(after)];
    if (before !== now && before !== 'nothing' && now !== 'nothing') {
      this.#run.produce.warn(target, 'variable-type-changed', { name: `$${name}`, before, after: now });
    }
    holder.set(name, { kind: 'let', value: after, path: null });
    return after;
  }

  /** An assignment to an immutable target: reported by the analysis or, without a schema, known only from the input. */
  #fixed(target: Assign['target'], name: string | null): unknown {
    const { from, to } = target;
    const args = { name: `$${name}`, reason: 'part of the input' };
    const isInput = name !== null && this.#run.scopes.find(name) !== null;
    const found = this.#immutable.get(from) ?? (isInput ? ({ code: 'immutable', from, to, args } as const) : null);
    return found === null ? FAILED : this.#run.fail(found);
  }

  #reject({ subject, because, from, to }: Reject): null {
    const { value, path } = subject === null ? { value: null, path: null } : this.#valueWithPath(subject);
    const isMessage =
      because === null && typeof value === 'string' && subject !== null && !this.#isSubject(subject, path);
    const text = because === null ? '' : toText(this.#run, because, this.#value(because));
    const rejection: Rejection = {
      path: path ?? [],
      value: isMessage ? null : this.#run.export({ from, to }, value),
      message: (isMessage && typeof value === 'string' ? value : text) || 'Rejected',
      from,
      to,
    };
    this.#run.produce.reject(rejection, this.#run.validation);
    if (this.#run.validation === null) throw new End();
    return null;
  }

  #isSubject(node: StatementValue, path: ValueWithPath['path']): boolean {
    if (node.type === 'group') return this.#isSubject(node.value, path);
    if (node.type !== 'path') return false;
    if (node.keys.length > 0 || node.root.type === 'it' || path !== null) return true;
    const kind = this.#environment.holder(node.root.name)?.get(node.root.name)?.kind;
    return kind === undefined || kind === 'take' || kind === 'item';
  }

  /** A value with its path: only paths have one, with or without parentheses. */
  #valueWithPath(node: StatementValue): ValueWithPath {
    if (node.type === 'group') return this.#valueWithPath(node.value);
    return node.type === 'path' ? this.#path(node) : { value: this.#value(node), path: null };
  }

  #value(node: StatementValue | Expression): unknown {
    switch (node.type) {
      case 'number':
      case 'text':
      case 'constant':
        return node.value;
      case 'clock':
        return node.name === 'now' ? this.#run.host.now : this.#today();
      case 'index':
        return this.#loop()?.index ?? this.#undefined(node, 'index');
      case 'path':
      case 'group':
        return this.#valueWithPath(node).value;
      case 'chain':
        return this.#chain(node);
      case 'list':
        this.#run.growList(node, node.items.length);
        return node.items.map((item) => this.#value(item));
      case 'block':
        return this.#block(node);
      case 'measure':
        return this.#measure(node);
      case 'negate': {
        const operand = this.#value(node.operand);
        return typeof operand === 'number' ? -operand : negate(this.#run, node, operand);
      }
      case 'not':
        return !isTrue(this.#value(node.operand));
      case 'arithmetic': {
        const [first, ...rest] = node.operands;
        let value = first === undefined ? null : this.#value(first);
        for (const [index, operand] of rest.entries()) {
          const operator = node.operators[index];
          if (operator !== undefined)
            value = calculate(this.#run, operator, operator.symbol, value, this.#value(operand));
        }
        return value;
      }
      case 'comparison':
        return this.#comparison(node);
      case 'phrase': {
        const operands = node.operands.map((operand) => this.#value(operand));
        return runPhrase(this.#run, node.name, node.operands, operands);
      }
      case 'pattern': {
        const value = this.#value(node.text);
        return testPattern(this.#run, node.text, compilePattern(node.pattern.value), value) !== node.isNegated;
      }
      case 'where':
        return this.#where(node);
      case 'and':
      case 'or': {
        let value: unknown = null;
        for (const operand of node.operands) {
          value = this.#value(operand);
          if (isTrue(value) === (node.type === 'or')) return value;
        }
        return value;
      }
      case 'if':
        return this.#if(node);
      case 'each':
        return this.#each(node);
      case 'validate':
        return this.#validate(node);
    }
  }

  #where({ list, condition }: Where): unknown {
    const value = this.#value(list);
    if (value === FAILED) return FAILED;
    if (!isList(value)) return this.#run.expect(list, 'a list', kindOf(value));
    const [loops, rows] = [this.#loops, this.#rows];
    try {
      return value.map(fromHostValue).filter((item, index) => {
        this.#run.spend(ITEM_STEPS);
        this.#loops = [...loops, { item: { value: item, path: null }, index, isWhere: true }];
        this.#rows = [item, ...rows];
        return isTrue(this.#value(condition));
      });
    } finally {
      this.#loops = loops;
      this.#rows = rows;
    }
  }

  #today(): Date {
    return new Date(Math.floor((this.#run.host.now?.getTime() ?? 0) / 86_400_000) * 86_400_000);
  }

  #loop(): Loop | undefined {
    return this.#loops.length > this.#outerLoops ? this.#loops.at(-1) : undefined;
  }

  #undefined({ from, to }: { from: number; to: number }, name: string): unknown {
    return this.#run.fail({ code: 'undefined-variable', from, to, args: { name } });
  }

  #path({ root, keys }: Path): ValueWithPath {
    const start = root.type === 'it' ? this.#it(root) : this.#named(root.name, root);
    return keys.reduce((from, key) => this.#keyOf(from, key), start);
  }

  #it(node: ItemReference): ValueWithPath {
    return this.#loop()?.item ?? { value: this.#undefined(node, node.name), path: null };
  }

  #keyOf({ value, path }: ValueWithPath, key: Path['keys'][number]): ValueWithPath {
    return { value: readKey(this.#run, key, value, key.name), path: path && [...path, key.name] };
  }

  #named(name: string, site: { from: number; to: number }): ValueWithPath {
    for (const row of this.#rows) {
      if (isRecord(row) && Object.hasOwn(row, name)) return { value: fromHostValue(row[name]), path: null };
    }
    const variable = this.#environment.holder(name)?.get(name);
    if (variable === undefined && this.#rows.length > 0 && !Object.hasOwn(this.input, name))
      return { value: null, path: null };
    return variable ?? this.#inputNamed(name, site);
  }

  #inputNamed(name: string, site: { from: number; to: number }): ValueWithPath {
    if (!this.#inputs.has(name)) {
      const value = Object.hasOwn(this.input, name)
        ? fromHostValue(this.input[name])
        : this.#undefined(site, `$${name}`);
      this.#inputs.set(name, value);
    }
    return { value: this.#inputs.get(name), path: [name] };
  }

  #chain({ base, tails }: Chain): unknown {
    return tails.reduce(
      (value, tail) => (tail.type === 'key' ? readKey(this.#run, tail, value, tail.name) : this.#ornament(value, tail)),
      this.#value(base),
    );
  }

  #ornament(value: unknown, tail: ChainPart): unknown {
    const own = this.#environment.helper(tail.name, tail.from);
    if (own !== null) return this.#defined(own, value);
    const helper = BUILT_INS.get(tail.name);
    const signature = helperSignature(tail.name, new Map());
    if (helper === undefined || signature === null) {
      return this.#run.fail({
        code: 'unknown-ornament',
        from: tail.from,
        to: tail.to,
        args: { name: `:${tail.name}` },
      });
    }
    const kind = kindOf(value);
    if (helper.accepts.includes(kind)) return helper.run(this.#run, tail, value);
    return value === FAILED ? FAILED : this.#run.expect(tail, signature.expected, kind);
  }

  #defined({ define, known }: NonNullable<ReturnType<Environment['helper']>>, value: unknown): unknown {
    const [outer, outerLoops, rows] = [this.#environment, this.#outerLoops, this.#rows];
    this.#rows = [];
    this.#run.spend(1);
    this.#environment = new Environment(known, true);
    this.#environment.variables.set('input', { kind: 'argument', value, path: null });
    this.#outerLoops = this.#loops.length;
    try {
      return this.#value(define.body);
    } finally {
      this.#rows = rows;
      this.#environment = outer;
      this.#outerLoops = outerLoops;
    }
  }

  #measure(node: DurationLiteral): unknown {
    const given = this.#value(node.amount);
    if (given === FAILED) return FAILED;
    if (typeof given !== 'number') this.#run.expect(node.amount, 'a number', kindOf(given));
    const amount = typeof given === 'string' ? numericText(this.#run, given) : given;
    if (typeof amount !== 'number' || Number.isNaN(amount)) return null;
    const duration = durationOf(this.#run, node, amount, node.unit);
    const { now } = this.#run.host;
    if (node.direction === null || duration === null || now === null) return duration;
    const sign = node.direction === 'ago' ? -1 : 1;
    return requireInRange(this.#run, node, new Date(now.getTime() + sign * toSignificant(duration.milliseconds)));
  }

  #comparison({ left, operator, right }: Comparison): boolean {
    const [a, b] = [this.#value(left), this.#value(right)];
    const run = this.#run;
    const isPresence = [left, right].some((side) => side.type === 'constant' && side.value === null);
    switch (operator.symbol) {
      case '==':
        return isPresence ? kindOf(a) === kindOf(b) : isEqual(run, operator, a, b);
      case '!=':
        return isPresence ? kindOf(a) !== kindOf(b) : !isEqual(run, operator, a, b);
      case '<':
        return compareValues(run, operator, a, b) < 0;
      case '<=':
        return compareValues(run, operator, a, b) <= 0;
      case '>':
        return compareValues(run, operator, a, b) > 0;
      case '>=':
        return compareValues(run, operator, a, b) >= 0;
      case 'includes':
        return includesValue(run, operator, a, b);
      case 'not includes':
        return !includesValue(run, operator, a, b);
      case 'in':
        return includesValue(run, operator, b, a);
      case 'not in':
        return !includesValue(run, operator, b, a);
      case 'matches':
        return matchesText(run, operator, a, b);
      case 'not matches':
        return !matchesText(run, operator, a, b);
    }
  }

  #if({ branches, otherwise }: If): unknown {
    const taken = branches.find(({ test }) => isTrue(this.#value(test)))?.body ?? otherwise;
    return taken === null ? null : this.#block(taken);
  }

  #each({ list, item, alias, body }: Each): unknown {
    const { value, path } = this.#valueWithPath(list);
    const values: unknown[] = [];
    if (!isList(value)) {
      const got = kindOf(value);
      if (value === FAILED) return values;
      if (got === 'nothing') this.#run.expect(list, 'a list', got);
      else this.#run.fail({ code: 'not-iterable', from: list.from, to: list.to, args: { got } });
      return values;
    }
    for (const [index, raw] of value.entries()) {
      this.#run.spend(1);
      const valueWithPath: ValueWithPath = { value: fromHostValue(raw), path: path && [...path, index] };
      const turn = this.#turn({ item: valueWithPath, index }, [item, alias], body);
      if (turn !== null) values.push(turn.value);
    }
    return values;
  }

  /** Runs one iteration of a loop. Returns null if it was skipped. */
  #turn(loop: Loop, names: readonly Each['item'][], body: Block): { value: unknown } | null {
    const [outer, loops, validation] = [this.#environment, this.#loops, this.#run.validation];
    this.#environment = new Environment(outer);
    this.#loops = [...loops, loop];
    for (const name of names)
      if (name !== null) this.#environment.variables.set(name.name, { kind: 'item', ...loop.item });
    try {
      return { value: this.#block(body) };
    } catch (stop) {
      if (!(stop instanceof Skip)) throw stop;
      this.#run.validation = validation;
      return null;
    } finally {
      this.#environment = outer;
      this.#loops = loops;
    }
  }

  #validate({ label, body }: Validate): boolean {
    const outer = this.#run.validation;
    const own: OpenValidation = { label: label?.value, errors: [], validations: [], hasPassed: true };
    this.#run.validation = own;
    try {
      this.#block(body);
    } finally {
      this.#run.validation = outer;
      if (outer !== null && !own.hasPassed) outer.hasPassed = false;
    }
    return own.hasPassed;
  }
}

const ARITHMETIC = { '+=': '+', '-=': '-', '*=': '*', '/=': '/' } as const;
