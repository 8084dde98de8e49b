import type { Finding, Fix } from '../diagnostics/finding.ts';
import { forEachChild, isExpression } from '../syntax/children.ts';
import type { Translator } from '../syntax/translator.ts';
import type { Block, Define, Expression, Script, Statement, SyntaxNode } from '../syntax/tree.ts';
import type { SymbolTable } from './binding.ts';
import type { HelperDefinitions } from './resolve-helpers.ts';

/** What the pass needs from the caller and from earlier passes. */
export interface UnusedContext {
  readonly source: string;
  readonly names: SymbolTable;
  readonly ornaments: HelperDefinitions;
  readonly translator: Translator;
  /** Errors found so far. An expression with an error is not reported again. */
  readonly errors: readonly Finding[];
}

/**
 * Finds expression statements whose value is discarded, and suggests a fix. Only the last statement of a block gives a
 * value, and only if the block's value is used. An expression with a side effect, such as a block that rejects, is not
 * reported.
 */
export function findUnusedValues(script: Script, context: UnusedContext): readonly Finding[] {
  const search = new Search(context);
  search.visitAll(script.statements, true);
  return search.findings;
}

class Search {
  readonly findings: Finding[] = [];
  readonly #errors: ReadonlySet<number>;
  /** Whether each helper of the script has side effects. */
  readonly #helpers = new Map<Define, boolean>();

  constructor(private readonly context: UnusedContext) {
    this.#errors = new Set(context.errors.map(({ from }) => from));
  }

  /** Visits the statements of a block. Returns whether any of them has a side effect. */
  visitAll(statements: readonly Statement[], needsValue: boolean): boolean {
    let isAnyActive = false;
    let isBehindReject = false;
    for (const [index, statement] of statements.entries()) {
      const before = statements[index - 1];
      isBehindReject =
        before !== undefined && (isBehindReject || before.type === 'reject') && this.#isOneLine(before, statement);
      const isUsed = needsValue && index === statements.length - 1 && !isBehindReject;
      if (this.#visit(statement, needsValue && index === statements.length - 1)) isAnyActive = true;
      else if (isValue(statement) && !isUsed) {
        this.#report(statement, isBehindReject ? before : undefined, statements[index + 1]);
      }
    }
    return isAnyActive;
  }

  #visit(node: SyntaxNode, needsValue: boolean): boolean {
    switch (node.type) {
      case 'block':
        return this.visitAll(node.statements, needsValue);
      case 'validate':
        this.visitAll(node.body.statements, false);
        return true;
      case 'define':
        this.#helpers.set(node, this.#visit(node.body, true));
        return false;
      default: {
        let isActive = ACTIVE.has(node.type) || this.#errors.has(node.from) || this.#callsActive(node);
        const passesOn = node.type === 'if' || node.type === 'each';
        forEachChild(node, (child) => {
          if (this.#visit(child, needsValue || !(passesOn && child.type === 'block'))) isActive = true;
        });
        return isActive;
      }
    }
  }

  #callsActive(node: SyntaxNode): boolean {
    if (node.type !== 'chain') return false;
    return node.tails.some((tail) => {
      const define = this.context.ornaments.get(tail);
      return this.#errors.has(tail.from) || (define !== undefined && this.#helpers.get(define) === true);
    });
  }

  #isOneLine({ to }: Statement, { from }: Statement): boolean {
    return !/[\n;]/.test(this.context.source.slice(to, from));
  }

  #report(unused: Value, before: Statement | undefined, next: Statement | undefined): void {
    const { from, to } = unused;
    const { reason, fix } = this.#messageAdvice(unused, before) ??
      this.#callAdvice(unused, next) ??
      this.#assignmentAdvice(unused) ??
      this.#conditionAdvice(unused, next) ?? { reason: 'nothing is done with it', fix: { from, to, text: '' } };
    this.findings.push({ code: 'unused-value', from, to, args: { reason }, fixes: [fix] });
  }

  /** Advice for a value right after a `reject`: it is the message or another part of it. */
  #messageAdvice({ from }: Value, before: Statement | undefined): Advice | null {
    if (before === undefined) return null;
    const isMessage = before.type === 'reject' && before.because === null && before.subject?.type === 'path';
    if (isMessage) return { reason: "a message begins with 'because'", fix: { from, to: from, text: 'because ' } };
    const { to } = before;
    return { reason: "it is no part of the message; '+' joins texts", fix: { from: to, to, text: ' +' } };
  }

  /** Advice for `$name.includes("a")`, `$list[0]` and `$a > 1 { … }`, which are two statements each. */
  #callAdvice(unused: Value, next: Statement | undefined): Advice | null {
    const { source } = this.context;
    const { type, from, to } = unused;
    if (next?.type === 'block' && this.#isOneLine(unused, next) && CONDITIONS.has(type))
      return { reason: "a condition before a block begins with 'if'", fix: { from, to: from, text: 'if ' } };
    if ((type !== 'path' && type !== 'chain') || next?.from !== to) return null;
    if (next.type === 'group') {
      const call = this.context.translator.method(source, from);
      return call && { reason: `this is no call; '${call.text}' is`, fix: call };
    }
    const index = next.type === 'comparison' ? next.left : next;
    const [only, ...more] = index.type === 'list' ? index.items : [];
    if (only === undefined || more.length > 0) return null;
    const list = source.slice(from, to);
    const { value } = only.type === 'number' ? only : { value: -1 };
    const inner = source.slice(only.from, only.to);
    const text =
      value >= 0
        ? `${list} at ${value + 1}`
        : only.type === 'comparison'
          ? `${list} where ${inner}`
          : `${list} at ${inner}`;
    return { reason: `these are two values; '${text}' takes from the list`, fix: { from, to: index.to, text } };
  }

  /** Advice for `$total == 5` where `$total` is a variable: an assignment was probably intended. */
  #assignmentAdvice(unused: Value): Advice | null {
    if (unused.type !== 'comparison' || unused.operator.symbol !== '==') return null;
    const { left } = unused;
    const root = left.type === 'path' && left.keys.length === 0 ? left.root : null;
    if (root === null || this.context.names.bindings.get(root)?.kind !== 'let') return null;
    const { from, to } = unused.operator;
    return { reason: "'==' compares; '=' gives the variable a value", fix: { from, to, text: '=' } };
  }

  /** Advice for two conditions on separate lines: join them with `and`. */
  #conditionAdvice(unused: Value, next: Statement | undefined): Advice | null {
    if (!CONDITIONS.has(unused.type) || next === undefined || !isValue(next) || !CONDITIONS.has(next.type)) return null;
    const between = this.context.source.slice(unused.to, next.from);
    if (between.includes(';')) return null;
    const reason = "only the last condition counts; 'and' makes both count";
    if (unused.type !== 'or' && next.type !== 'or') {
      return { reason, fix: { from: next.from, to: next.from, text: between === '' ? ' and ' : 'and ' } };
    }
    const text = `${this.#operand(unused)}${between}and ${this.#operand(next)}`;
    return { reason, fix: { from: unused.from, to: next.to, text } };
  }

  /** The source of an operand of `and`, in parentheses if it is an `or`, which has lower precedence. */
  #operand({ type, from, to }: Value): string {
    const text = this.context.source.slice(from, to);
    return type === 'or' ? `(${text})` : text;
  }
}

interface Advice {
  readonly reason: string;
  readonly fix: Fix;
}

/** A statement that is just a value. */
type Value = Exclude<Extract<Statement, Expression>, Block>;

const isValue = (statement: Statement): statement is Value => statement.type !== 'block' && isExpression(statement);

/** Statements with a side effect, and those that could not be parsed. */
const ACTIVE: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'assign',
  'reject',
  'print',
  'skip',
  'broken',
]);

/** Expressions that are plausible as a condition. */
const CONDITIONS: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'comparison',
  'and',
  'or',
  'not',
  'path',
  'chain',
  'group',
]);
