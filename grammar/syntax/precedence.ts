import type { Recovery } from './recovery.ts';
import type { Arithmetic, ArithmeticOperator, ComparisonOperator, Expression, Operator, TextOperator } from './tree.ts';

/** An operand as parsed by the grammar, with the prefix operators in front of it not yet applied. */
export interface PrefixedOperand {
  readonly prefixes: readonly { readonly symbol: 'not' | '-'; readonly from: number }[];
  readonly node: Expression;
}

/** A binary operator and its right operand. */
export interface Continuation {
  readonly operator: Operator<BinaryOperator>;
  readonly operand: PrefixedOperand;
}

type BinaryOperator = 'or' | 'and' | ComparisonOperator | TextOperator | ArithmeticOperator;

/**
 * Operator precedence, from low to high (rules-language 1). `not` is between `and` and the comparisons, unary `-` above
 * everything.
 */
const LEVELS = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  includes: 4,
  'not includes': 4,
  matches: 4,
  'not matches': 4,
  in: 4,
  'not in': 4,
  'starts with': 4,
  'not starts with': 4,
  'ends with': 4,
  'not ends with': 4,
  pattern: 4,
  'not pattern': 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
} as const satisfies Record<BinaryOperator, number>;

const [OR, AND, NOT, ADDITIVE, UNARY] = [1, 2, 3, 6, 8];

/**
 * Precedence climbing: builds the tree of an expression from a flat list of operands and operators. Reports chained
 * comparisons such as `1 < $x < 5` to `recovery` with a fix.
 */
export function buildExpressionTree(
  head: PrefixedOperand,
  tail: readonly Continuation[],
  recovery: Recovery,
): Expression {
  if (tail.length === 0 && head.prefixes.length === 0) return head.node;
  return new Climber(head, tail, recovery).climb(OR);
}

class Climber {
  #next = 0;
  #operand: PrefixedOperand;
  #prefix = 0;

  constructor(
    head: PrefixedOperand,
    private readonly tail: readonly Continuation[],
    private readonly recovery: Recovery,
  ) {
    this.#operand = head;
  }

  climb(level: number): Expression {
    const prefix = this.#operand.prefixes[this.#prefix];
    if (prefix?.symbol === 'not' && level >= NOT) {
      this.#prefix += 1;
      const operand = this.climb(level);
      return { type: 'not', from: prefix.from, to: operand.to, operand };
    }
    if (level < UNARY) return this.#run(level, this.climb(level + 1));
    if (prefix?.symbol !== '-') return this.#operand.node;
    this.#prefix += 1;
    const operand = this.climb(level);
    return { type: 'negate', from: prefix.from, to: operand.to, operand };
  }

  /** Parses the operators of one precedence level that follow `first`. */
  #run(level: number, first: Expression): Expression {
    if (!this.#follows(level)) return first;
    if (level === OR || level === AND) return this.#logic(level, first);
    if (level >= ADDITIVE) return this.#arithmetic(level, first);
    return this.#comparison(level, first);
  }

  #logic(level: number, first: Expression): Expression {
    const operands = [first];
    let to = first.to;
    while (this.#follows(level)) {
      this.#advance();
      const operand = this.climb(level + 1);
      operands.push(operand);
      to = operand.to;
    }
    return { type: level === OR ? 'or' : 'and', from: first.from, to, operands };
  }

  #arithmetic(level: number, first: Expression): Arithmetic {
    const operands = [first];
    const operators: Operator<ArithmeticOperator>[] = [];
    let to = first.to;
    while (this.#follows(level)) {
      const { symbol, ...span } = this.#advance();
      if (isArithmetic(symbol)) operators.push({ symbol, ...span });
      const operand = this.climb(level + 1);
      operands.push(operand);
      to = operand.to;
    }
    return { type: 'arithmetic', from: first.from, to, operands, operators };
  }

  #comparison(level: number, left: Expression): Expression {
    const { symbol, ...span } = this.#advance();
    const right = this.climb(level + 1);
    if (!isComparison(symbol)) return right;
    const node = this.#buildNode(left, { symbol, ...span }, right);
    const second = this.#follows(level);
    if (second) this.recovery.chained(second, right);
    while (this.#follows(level)) {
      this.#advance();
      this.climb(level + 1);
    }
    return node;
  }

  #buildNode(left: Expression, operator: Operator<ComparisonOperator | TextOperator>, right: Expression): Expression {
    const [from, to] = [left.from, right.to];
    const { symbol, ...span } = operator;
    switch (symbol) {
      case 'pattern':
      case 'not pattern':
        if (!this.recovery.pattern(right)) return left;
        return { type: 'pattern', from, to, text: left, pattern: right, isNegated: symbol === 'not pattern' };
      case 'starts with':
      case 'not starts with':
      case 'ends with':
      case 'not ends with':
        return { type: 'phrase', from, to, name: symbol, operands: [left, right] };
      default:
        return { type: 'comparison', from, to, left, operator: { symbol, ...span }, right };
    }
  }

  /** Returns the next operator if it has this precedence level; otherwise null. */
  #follows(level: number): Operator<BinaryOperator> | null {
    const operator = this.tail[this.#next]?.operator;
    return operator !== undefined && LEVELS[operator.symbol] === level ? operator : null;
  }

  #advance(): Operator<BinaryOperator> {
    const { operator, operand } = this.tail[this.#next] ?? failMissing();
    this.#next += 1;
    this.#operand = operand;
    this.#prefix = 0;
    return operator;
  }
}

function failMissing(): never {
  throw new RangeError('An operator was expected; only call #advance after #follows');
}

function isArithmetic(symbol: BinaryOperator): symbol is ArithmeticOperator {
  return LEVELS[symbol] >= ADDITIVE;
}

function isComparison(symbol: BinaryOperator): symbol is ComparisonOperator | TextOperator {
  return LEVELS[symbol] > NOT && LEVELS[symbol] < ADDITIVE;
}
