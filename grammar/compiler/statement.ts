import { isSubject, type Origin } from '../analysis/data-paths.ts';
import { END, type Run, SIGNAL_END, SIGNAL_SKIP, SKIP } from '../runtime/run.ts';
import type { OpenValidation } from '../runtime/run-output.ts';
import { withTracing } from '../runtime/trace.ts';
import { forEachChild } from '../syntax/children.ts';
import type {
  Define,
  Expression,
  Print,
  Reject,
  Span,
  Statement,
  SyntaxNode,
  Take,
  TakeItem,
  Validate,
} from '../syntax/tree.ts';
import { inputConversion, readKey } from '../values/host-values.ts';
import { FAILED } from '../values/kind.ts';
import { toText } from '../values/text.ts';
import { emitAssign } from './assign.ts';
import { emitBlock } from './block.ts';
import { emitIf } from './branch.ts';
import { type CompiledExpression, type CompiledStatement, type Context, type ScriptContext, siteOf } from './code.ts';
import { constant, emit } from './expression.ts';
import { emitEach } from './loop.ts';
import { emitBinding, emitPath, emitSlotKey } from './path.ts';

/** Compiles a statement. Unless `needsValue` is set its value is null, which saves building lists. */
export function emitStatement(context: Context, node: Statement, needsValue: boolean): CompiledStatement {
  const step = emitUntraced(context, node, needsValue);
  const isRecorded =
    context.script.isTraced &&
    (node.type === 'if' ||
      node.type === 'each' ||
      node.type === 'validate' ||
      node.type === 'let' ||
      node.type === 'assign');
  return isRecorded ? { ...step, code: withTracing(node, context.rows, step.code) } : step;
}

function emitUntraced(context: Context, node: Statement, needsValue: boolean): CompiledStatement {
  switch (node.type) {
    case 'take':
      return withoutJump(emitTake(context, node));
    case 'let':
      return withoutJump(emitLet(context, node));
    case 'define':
      return withoutJump(emitDefine(context, node));
    case 'each':
      return emitEach(context, node, needsValue);
    case 'if':
      return emitIf(context, node, needsValue);
    case 'validate':
      return emitValidate(context, node);
    case 'reject':
      return emitReject(context, node);
    case 'skip':
      return emitSkip(context);
    case 'print':
      return withoutJump(emitPrint(context, node));
    case 'assign':
      return withoutJump(emitAssign(context, node));
    case 'broken':
      return withoutJump(() => null);
    case 'block':
      return emitBlock(context, node, needsValue);
    default:
      return withoutJump(emit(context, node));
  }
}

function withoutJump(code: CompiledExpression): CompiledStatement {
  return { code, canJump: false };
}

function emitLet(context: Context, { name, value }: Extract<Statement, { type: 'let' }>): CompiledExpression {
  const binding = context.script.names.bindings.get(name);
  const code = emit(context, value);
  if (binding === undefined) return () => FAILED;
  const { slot } = binding;
  return (run) => {
    const result = code(run);
    run.frame[slot] = result;
    return result;
  };
}

/** Compiles a helper of the script for its call sites. The definition itself does nothing when it is reached. */
function emitDefine(context: Context, define: Define): CompiledExpression {
  const inside: Context = {
    ...context,
    loop: null,
    rows: [],
    isInValidate: false,
    skipMode: 'throw',
    endMode: 'throw',
  };
  context.script.defines.set(define, emit(inside, define.body));
  return constant(null);
}

/** Compiles a `validate` block: collects the rejections of its statements. Its value is whether there were none. */
function emitValidate(context: Context, node: Validate): CompiledStatement {
  const body = emitBlock({ ...context, isInValidate: true }, node.body, false);
  const label = node.label?.value;
  const site = siteOf(node);
  return {
    canJump: body.canJump,
    code: (run) => {
      const outer = run.validation;
      const current: OpenValidation = { label, errors: [], validations: [], hasPassed: true };
      run.validation = current;
      // If the run ends inside the block, keep what the block has recorded.
      try {
        body.code(run);
      } finally {
        run.validation = outer;
        close(run, site, current);
      }
      return current.hasPassed;
    },
  };
}

function close(run: Run, { from, to }: Span, { label, errors, validations, hasPassed }: OpenValidation): void {
  const outer = run.validation;
  const result = { passed: hasPassed, errors, validations, from, to };
  (outer ?? run.produce).validations.push(label === undefined ? result : { label, ...result });
  if (outer !== null && !hasPassed) outer.hasPassed = false;
}

/** Compiles `skip`: continues with the next item. Outside of loops it ends the script without failing. */
function emitSkip(context: Context): CompiledStatement {
  const { loop } = context;
  if (loop === null) return emitEnd(context);
  if (context.skipMode === 'signal') {
    return {
      canJump: true,
      code: (run) => {
        run.signal = SIGNAL_SKIP;
        return null;
      },
    };
  }
  loop.needsCatch = true;
  return {
    canJump: false,
    code: () => {
      throw SKIP;
    },
  };
}

/** A step that ends the script. */
function emitEnd(context: Context): CompiledStatement {
  if (context.endMode === 'throw') return { canJump: false, code: throwEnd };
  return {
    canJump: true,
    code: (run) => {
      run.signal = SIGNAL_END;
      return null;
    },
  };
}

function throwEnd(): never {
  throw END;
}

/** Compiles `print`: appends the value as text to the output. */
function emitPrint(context: Context, node: Print): CompiledExpression {
  const value = emit(context, node.value);
  const [site, valueSite] = [siteOf(node), siteOf(node.value)];
  return (run) => {
    run.produce.print(site, toText(run, valueSite, value(run)));
    return null;
  };
}

/** Compiles `take` (destructuring): reads keys of a record, keys of the loop's item, or input names into variables. */
function emitTake(context: Context, take: Take): CompiledExpression {
  const source = take.source === null ? null : emitPath(context, take.source);
  const codes = emitItems(context, take.items);
  return (run) => {
    const from = source === null ? null : source(run);
    for (const code of codes) code(run, from);
    return null;
  };
}

function emitItems(context: Context, items: readonly TakeItem[]): ItemCode[] {
  return items.map((item) => emitItem(context, item));
}

type ItemCode = (run: Parameters<CompiledExpression>[0], from: unknown) => void;

function emitItem(context: Context, item: TakeItem): ItemCode {
  const binding = context.script.names.bindings.get(item.alias ?? item.key);
  if (binding === undefined) return () => undefined;
  const { slot } = binding;
  const type = context.script.types.ofBinding(binding);
  const source = context.script.names.takes.get(item);
  if (source === undefined) {
    const convert = inputConversion(type);
    const { key } = item;
    return (run, from) => {
      const value = readKey(run, key, from, key.name);
      run.frame[slot] = convert === null ? value : convert(run, value);
    };
  }
  const read =
    'binding' in source ? emitBinding(context, source.binding, item.key) : emitItemKey(context, item, source.loop);
  return (run) => {
    run.frame[slot] = read(run);
  };
}

function emitItemKey(
  context: Context,
  item: TakeItem,
  loop: Parameters<ScriptContext['names']['loops']['get']>[0],
): CompiledExpression {
  const slots = context.script.names.loops.get(loop);
  const binding = context.script.names.bindings.get(item.alias ?? item.key);
  if (slots === undefined || binding === undefined) return constant(FAILED);
  return emitSlotKey(slots.item, item.key, context.script.types.ofBinding(binding));
}

const REJECTED = 'Rejected';

/**
 * Compiles `reject`: records a rejection in the enclosing validate block, or as the result that ends the script. The
 * subject is what is before `because`, or a path, or any value but a text: a text alone is the message (rules-language
 * 2).
 */
function emitReject(context: Context, node: Reject): CompiledStatement {
  const { subject, because } = node;
  const value = subject === null ? constant(null) : emit(context, subject);
  const message = because === null ? null : emitMessage(context, because);
  const isPath = subject !== null && isSubject(subject, context.script.origins, context.script.names);
  const pathOf = emitPathOf(context, context.script.origins.of(subject));
  const site = siteOf(node);
  const fire = (run: Run): void => {
    const subjectValue = value(run);
    const isMessage = message === null && !isPath && typeof subjectValue === 'string';
    run.produce.reject(
      {
        path: pathOf(run),
        value: isMessage ? null : run.export(site, subjectValue),
        message: (isMessage ? subjectValue : message?.(run)) || REJECTED,
        from: site.from,
        to: site.to,
      },
      run.validation,
    );
  };
  const isRecorded = context.isInValidate;
  const ends = context.endMode;
  const code: CompiledExpression = (run) => {
    fire(run);
    if (run.validation !== null) return null;
    if (ends === 'throw') throw END;
    run.signal = SIGNAL_END;
    return null;
  };
  return { code, canJump: ends === 'signal' && !isRecorded };
}

function emitMessage(context: Context, because: Expression): (run: Run) => string {
  const text = emit(context, because);
  const site = siteOf(because);
  return (run) => toText(run, site, text(run));
}

type Path = readonly (string | number)[];

/** Builds the data path of a rejection at run time from the scopes' paths and the loops' row numbers. */
function emitPathOf(context: Context, origin: Origin | null): (run: Run) => Path {
  if (origin === null) return () => NO_PATH;
  const steps = stepsOf(context, origin);
  const { input } = origin;
  return (run) => {
    const start = run.scopes.pathOf(input);
    if (start === null) return NO_PATH;
    return [...start, ...steps.map((step) => (typeof step === 'string' ? step : Number(run.frame[step.row])))];
  };
}

/** The path segments below an input name: keys, and the slots of row numbers. */
function stepsOf({ script: { names } }: Context, { segments }: Origin): (string | { row: number })[] {
  return segments.map((step) => (typeof step === 'string' ? step : { row: names.loops.get(step)?.index ?? -1 }));
}

const NO_PATH: Path = [];

/**
 * Computes the budget steps of a statement without its nested blocks: one, plus one for each 32 nodes, so that the step
 * budget bounds the run time whatever the statements look like.
 */
export function statementSteps(statement: Statement): number {
  let nodes = 0;
  const count = (node: SyntaxNode): void => {
    if (node.type === 'block') return;
    nodes += 1 + countParts(node);
    forEachChild(node, count);
  };
  forEachChild(statement, count);
  return 1 + Math.floor((nodes + countParts(statement)) / NODES_PER_STEP);
}

const NODES_PER_STEP = 32;

/** Parts of a node that are not nodes themselves. */
function countParts(node: SyntaxNode): number {
  if (node.type === 'chain') return node.tails.length;
  if (node.type === 'take') return node.items.length;
  return node.type === 'path' ? node.keys.length : 0;
}
