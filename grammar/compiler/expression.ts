import { helperSignature } from '../analysis/helper-signature.ts';
import { keyType, type StaticType } from '../analysis/static-type.ts';
import { toSignificant } from '../decimal/decimal.ts';
import { acceptedText } from '../helpers/built-in.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import { callHost, type HostHelper } from '../helpers/host.ts';
import { compilePattern } from '../patterns/match.ts';
import { runPhrase } from '../phrases/phrases.ts';
import type { Run } from '../runtime/run.ts';
import { withTracing } from '../runtime/trace.ts';
import type {
  Chain,
  ChainPart,
  Clock,
  DurationLiteral,
  Expression,
  Index,
  List,
  Path,
  PatternTest,
  PhraseNode,
  Span,
  StatementValue,
  Where,
} from '../syntax/tree.ts';
import { durationOf, requireInRange } from '../values/arithmetic.ts';
import { startOfDay } from '../values/calendar.ts';
import { Duration } from '../values/duration.ts';
import { fromHostValue } from '../values/host-values.ts';
import { FAILED, isList, isTrue, kindOf } from '../values/kind.ts';
import { numericText } from '../values/numeric-text.ts';
import { isObject } from '../values/plain-objects.ts';
import { emitArithmetic, emitNegate } from './arithmetic.ts';
import { emitBlock } from './block.ts';
import { asOperand, type CompiledExpression, type Context, type ScriptContext, siteOf } from './code.ts';
import { emitComparison } from './comparison.ts';
import { emitLogic, emitLogicTest } from './logic.ts';
import { fold, operandOf } from './operand.ts';
import { emitKey, emitPath } from './path.ts';
import { emitStatement } from './statement.ts';

/** Compiles anything with a value: an expression, or an `if`, `each` or `validate` used as one. */
export function emit(context: Context, node: StatementValue): CompiledExpression {
  const inside = asOperand(context);
  if (node.type === 'if' || node.type === 'each' || node.type === 'validate')
    return emitStatement(inside, node, true).code;
  const code = emitExpression(inside, node);
  return context.script.isTraced ? withTracing(node, context.rows, code) : code;
}

/**
 * Compiles several expressions. A separate function, because closures created in the same scope would keep the syntax
 * nodes alive.
 */
export function emitAllExpressions(context: Context, nodes: readonly StatementValue[]): CompiledExpression[] {
  return nodes.map((node) => emit(context, node));
}

/** Compiles an expression as a boolean test: the code returns exactly true or false. */
export function emitTest(context: Context, node: Expression): CompiledExpression {
  if (context.script.isTraced) return truthOf(emit(context, node));
  const inside = asOperand(context);
  switch (node.type) {
    case 'comparison':
      return emitComparison(inside, node);
    case 'and':
    case 'or':
      return emitLogicTest(inside, node);
    case 'not':
      return emitNot(inside, node.operand);
    case 'path':
      return emitPathTest(inside, node);
    default:
      return truthOf(emitExpression(inside, node));
  }
}

/** Compiles a path as a test. Reads a key of a variable directly, because most boolean tests are checkboxes. */
function emitPathTest(context: Context, node: Path): CompiledExpression {
  const code = emitPath(context, node);
  const operand = operandOf(context, node);
  if (operand.kind !== 'key') return truthOf(code);
  const { slot, key } = operand;
  return (run) => {
    const record = run.frame[slot];
    const value = isObject(record) ? record[key] : undefined;
    return typeof value === 'boolean' ? value : isTrue(code(run));
  };
}

function emitExpression(context: Context, node: Expression): CompiledExpression {
  switch (node.type) {
    case 'number':
    case 'text':
    case 'constant':
      return constant(node.value);
    case 'clock':
      return emitClock(node);
    case 'index':
      return emitIndex(context, node);
    case 'path':
      return emitPath(context, node);
    case 'chain':
      return emitChain(context, node);
    case 'group':
      return emit(context, node.value);
    case 'list':
      return emitList(context, node);
    case 'block':
      return emitBlock(context, node, true).code;
    case 'measure':
      return emitDurationLiteral(context, node);
    case 'phrase':
      return emitPhrase(context, node);
    case 'where':
      return emitWhere(context, node);
    case 'pattern':
      return emitPattern(context, node);
    case 'negate':
      return emitNegate(context, node);
    case 'not':
      return emitNot(context, node.operand);
    case 'arithmetic':
      return emitArithmetic(context, node);
    case 'comparison':
      return emitComparison(context, node);
    case 'and':
    case 'or':
      return emitLogic(context, node);
  }
}

function emitNot(context: Context, operand: Expression): CompiledExpression {
  const test = emitTest(context, operand);
  return (run) => test(run) !== true;
}

function truthOf(code: CompiledExpression): CompiledExpression {
  return (run) => isTrue(code(run));
}

/** Code that always returns the same value. */
export function constant(value: unknown): CompiledExpression {
  return () => value;
}

/** Compiles a list literal and charges for its length. */
function emitList(context: Context, node: List): CompiledExpression {
  const items = emitAllExpressions(context, node.items);
  const site = siteOf(node);
  return (run) => {
    run.growList(site, items.length);
    return items.map((item) => item(run));
  };
}

/**
 * Compiles a duration (`5 days`) or a relative date (`5 days ago`). A relative date counts from `now` in fixed lengths
 * (rules-language 2).
 */
function emitDurationLiteral(context: Context, node: DurationLiteral): CompiledExpression {
  const duration = emitDuration(context, node);
  const { direction } = node;
  if (direction === null) return duration;
  const sign = direction === 'ago' ? -1 : 1;
  const site = siteOf(node);
  return (run) => {
    const value = duration(run);
    if (!(value instanceof Duration)) return value;
    const now = run.readInstant();
    if (now === null) return undefinedName(run, site, 'now');
    return requireInRange(run, site, new Date(now.getTime() + sign * toSignificant(value.milliseconds)));
  };
}

function emitDuration(context: Context, node: DurationLiteral): CompiledExpression {
  const folded = context.script.isTraced ? undefined : fold(node.amount);
  const constantDuration = folded === undefined ? null : Duration.of(folded, node.unit);
  if (constantDuration !== null && Number.isInteger(constantDuration.milliseconds)) return constant(constantDuration);
  const amount = emit(context, node.amount);
  const { unit } = node;
  const [site, amountSite] = [siteOf(node), siteOf(node.amount)];
  return (run) => {
    const value = toNumber(run, amountSite, amount(run));
    if (typeof value !== 'number') return value;
    return durationOf(run, site, value, unit);
  };
}

function toNumber(run: Run, site: Span, value: unknown): unknown {
  if (typeof value === 'number' || value === FAILED) return value;
  const kind = kindOf(value);
  run.expect(site, 'a number', kind);
  const number = typeof value === 'string' ? numericText(run, value) : Number.NaN;
  return Number.isNaN(number) ? null : number;
}

/**
 * Compiles an operator phrase (`replace … with …`): evaluates the operands from left to right, then runs the phrase.
 */
function emitPhrase(context: Context, { name, operands }: PhraseNode): CompiledExpression {
  const codes = emitAllExpressions(context, operands);
  const sites = operands.map(siteOf);
  return (run) =>
    runPhrase(
      run,
      name,
      sites,
      codes.map((code) => code(run)),
    );
}

/** Compiles `where`: filters a list by a condition. */
function emitWhere(context: Context, node: Where): CompiledExpression {
  const list = emit(context, node.list);
  const slots = context.script.names.loops.get(node);
  const test = emitTest(context, node.condition);
  const site = siteOf(node.list);
  if (slots === undefined) return () => FAILED;
  return (run) => {
    const value = list(run);
    if (value === FAILED) return FAILED;
    if (!isList(value)) return run.expect(site, 'a list', kindOf(value));
    const matching: unknown[] = [];
    for (let at = 0; at < value.length; at += 1) {
      run.spend(ITEM_STEPS, site);
      const item = fromHostValue(value[at]);
      run.frame[slots.item] = item;
      run.frame[slots.index] = at;
      if (test(run) === true) matching.push(item);
    }
    return matching;
  };
}

/** Steps charged for each item in addition to its condition. */
export const ITEM_STEPS = 2;

/** Compiles `pattern` with the regular expression compiled once. */
function emitPattern(context: Context, { text, pattern, isNegated }: PatternTest): CompiledExpression {
  const value = emit(context, text);
  const compiled = compilePattern(pattern.value);
  const site = siteOf(text);
  return (run) => testPattern(run, site, compiled, value(run)) !== isNegated;
}

/** Whether a text matches a pattern. Warns and returns false for a value that is not a text. */
export function testPattern(run: Run, site: Span, pattern: ReturnType<typeof compilePattern>, value: unknown): boolean {
  if (typeof value !== 'string') {
    if (value !== FAILED) run.expect(site, 'a text', kindOf(value));
    return false;
  }
  run.spend(Math.ceil(((value.length + 1) * pattern.size) / STATES_PER_STEP), site);
  return pattern.test(value);
}

/** How many pattern states can be compared with a character within one budget step. */
const STATES_PER_STEP = 8;

/** Compiles a chain of helper calls and keys, applied from left to right. */
function emitChain(context: Context, { base, tails }: Chain): CompiledExpression {
  let code = emit(context, base);
  let type = context.script.types.of(base);
  for (const tail of tails) {
    type = tail.type === 'key' ? (keyType(type, tail.name) ?? 'any') : ornamentType(context, tail, type);
    code = tail.type === 'key' ? emitKey(code, tail, type) : emitOrnament(context, tail, code);
  }
  return code;
}

/** The result type of a helper. It is only needed so that dates below it are converted: `$lines:first.start`. */
function ornamentType(context: Context, tail: ChainPart, input: StaticType): StaticType {
  if (context.script.ornaments.has(tail)) return 'any';
  return helperSignature(tail.name, context.script.hostHelpers)?.resultType(input) ?? 'any';
}

function emitOrnament(context: Context, tail: ChainPart, base: CompiledExpression): CompiledExpression {
  const { name, from, to } = tail;
  const define = context.script.ornaments.get(tail);
  if (define !== undefined) return emitDefined(context, define, base);
  if (BUILT_INS.has(name)) return emitBuiltIn(tail, base);
  const helper = context.script.hostHelpers.get(name);
  if (helper !== undefined) return emitHost(helper, tail, base);
  return (run) => {
    base(run);
    return run.fail({ code: 'unknown-ornament', from, to, args: { name: `:${name}` } });
  };
}

function emitDefined(
  context: Context,
  define: Parameters<ScriptContext['defines']['get']>[0],
  base: CompiledExpression,
): CompiledExpression {
  const body = context.script.defines.get(define);
  const argument = context.script.names.bindings.get(define.body);
  if (body === undefined || argument === undefined) return () => FAILED;
  const { slot } = argument;
  return (run) => {
    const value = base(run);
    run.spend(1);
    run.frame[slot] = value;
    return body(run);
  };
}

function emitBuiltIn(tail: ChainPart, base: CompiledExpression): CompiledExpression {
  const helper = BUILT_INS.get(tail.name);
  if (helper === undefined) return () => FAILED;
  const { accepts } = helper;
  return (run) => {
    const value = base(run);
    const kind = kindOf(value);
    if (accepts.includes(kind)) return helper.run(run, tail, value);
    return value === FAILED ? FAILED : run.expect(tail, acceptedText(accepts), kind);
  };
}

/** Calls a host helper. The run may pass its own version of a helper that the script was compiled with. */
function emitHost(helper: HostHelper, tail: ChainPart, base: CompiledExpression): CompiledExpression {
  return (run) => callHost(run, tail, run.host.helpers.get(tail.name) ?? helper, base(run));
}

/** Compiles `now` and `today`. Both are fixed for a run, and undefined if the host passes no time. */
function emitClock(node: Clock): CompiledExpression {
  if (node.name === 'now') return (run) => run.readInstant() ?? undefinedName(run, node, 'now');
  return (run) => {
    const { now, zone } = run.host;
    return now === null ? undefinedName(run, node, 'today') : new Date(startOfDay(now.getTime(), zone));
  };
}

/** Compiles `index`: the row number of the innermost loop, or the value that the host passes outside of loops. */
function emitIndex(context: Context, node: Index): CompiledExpression {
  const loop = context.script.names.items.get(node);
  const slots = loop ? context.script.names.loops.get(loop) : undefined;
  if (slots !== undefined) return ({ frame }) => frame[slots.index];
  return (run) => (run.host.index === undefined ? undefinedName(run, node, 'index') : fromHostValue(run.host.index));
}

/** Reports a name whose value the host did not pass, as an undefined variable. */
export function undefinedName(run: Run, { from, to }: Span, name: string): typeof FAILED {
  return run.fail({ code: 'undefined-variable', from, to, args: { name } });
}
