/**
 * The abstract syntax tree (AST). It is immutable, and flat where scripts get long: operator chains, paths, helper
 * chains and `else if` are lists. So its depth is bounded by the nesting of brackets, and recursive walkers can not
 * overflow the stack.
 */

/** A half-open range of offsets into the source. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A name in the source, without its `$`, `.` or `:`. */
export interface Name extends Span {
  readonly name: string;
}

export interface Script extends Span {
  readonly type: 'script';
  readonly statements: readonly Statement[];
}

export interface Take extends Span {
  readonly type: 'take';
  readonly items: readonly TakeItem[];
  readonly source: Path | null;
}

export interface TakeItem extends Span {
  readonly key: Name;
  readonly alias: Name | null;
}

export interface Let extends Span {
  readonly type: 'let';
  readonly name: Name;
  readonly value: StatementValue;
}

export interface Define extends Span {
  readonly type: 'define';
  readonly name: Name;
  readonly body: Expression;
}

export interface Each extends Span {
  readonly type: 'each';
  /** `each $line of …` */
  readonly item: Name | null;
  readonly list: Expression;
  /** `each … as $line` */
  readonly alias: Name | null;
  readonly body: Block;
}

export interface If extends Span {
  readonly type: 'if';
  readonly branches: readonly Branch[];
  readonly otherwise: Block | null;
}

interface Branch extends Span {
  readonly test: Expression;
  readonly body: Block;
}

export interface Validate extends Span {
  readonly type: 'validate';
  readonly label: TextLiteral | null;
  readonly body: Block;
}

export interface Reject extends Span {
  readonly type: 'reject';
  readonly subject: Expression | null;
  readonly because: Expression | null;
}

interface Skip extends Span {
  readonly type: 'skip';
}

export interface Print extends Span {
  readonly type: 'print';
  readonly value: Expression;
}

export interface Assign extends Span {
  readonly type: 'assign';
  readonly target: Path | Index;
  readonly operator: AssignOperator;
  readonly value: StatementValue;
}

/**
 * A statement that does not parse, with the names and `:helpers` it would have declared, so that their uses cause no
 * further errors.
 */
export interface BrokenStatement extends Span {
  readonly type: 'broken';
  readonly declaredNames: readonly string[];
}

interface Numeral extends Span {
  readonly type: 'number';
  readonly value: number;
}

export interface TextLiteral extends Span {
  readonly type: 'text';
  readonly value: string;
}

interface Constant extends Span {
  readonly type: 'constant';
  readonly value: boolean | null;
}

/** `now` or `today`. */
export interface Clock extends Span {
  readonly type: 'clock';
  readonly name: 'now' | 'today';
}

export interface Index extends Span {
  readonly type: 'index';
}

/** `$a.b.c`, `it.b`, `this`: a root and the keys below it. */
export interface Path extends Span {
  readonly type: 'path';
  readonly root: Variable | ItemReference;
  readonly keys: readonly Name[];
}

export interface Variable extends Name {
  readonly type: 'variable';
}

export interface ItemReference extends Span {
  readonly type: 'it';
  readonly name: 'it' | 'this';
}

/** Helpers and keys after any expression: `$a:trim:lower`, `($a).b`. */
export interface Chain extends Span {
  readonly type: 'chain';
  readonly base: Expression;
  readonly tails: readonly ChainPart[];
}

export interface ChainPart extends Name {
  readonly type: 'key' | 'ornament';
}

interface Group extends Span {
  readonly type: 'group';
  readonly value: StatementValue;
}

export interface List extends Span {
  readonly type: 'list';
  readonly items: readonly Expression[];
}

export interface Block extends Span {
  readonly type: 'block';
  readonly statements: readonly Statement[];
}

export interface DurationLiteral extends Span {
  readonly type: 'measure';
  readonly amount: Expression;
  readonly unit: Unit;
  readonly direction: 'ago' | 'ahead' | null;
}

/** Words with operands that are all evaluated from left to right; see phrases/phrases.ts. */
export interface PhraseNode extends Span {
  readonly type: 'phrase';
  readonly name: PhraseName;
  readonly operands: readonly Expression[];
}

/** `LIST where CONDITION`: the items for which it is true. Names in the condition refer to keys of the item first. */
export interface Where extends Span {
  readonly type: 'where';
  readonly list: Expression;
  readonly condition: Expression;
}

/** `TEXT pattern "…"` with a valid regular expression. */
export interface PatternTest extends Span {
  readonly type: 'pattern';
  readonly text: Expression;
  readonly pattern: TextLiteral;
  readonly isNegated: boolean;
}

export interface Negate extends Span {
  readonly type: 'negate';
  readonly operand: Expression;
}

interface Not extends Span {
  readonly type: 'not';
  readonly operand: Expression;
}

/** A chain of `+ -` or of `* / %`, evaluated from left to right. operators[n] comes after operands[n]. */
export interface Arithmetic extends Span {
  readonly type: 'arithmetic';
  readonly operands: readonly Expression[];
  readonly operators: readonly Operator<ArithmeticOperator>[];
}

export interface Comparison extends Span {
  readonly type: 'comparison';
  readonly left: Expression;
  readonly operator: Operator<ComparisonOperator>;
  readonly right: Expression;
}

export interface Logic extends Span {
  readonly type: 'and' | 'or';
  readonly operands: readonly Expression[];
}

export interface Operator<Symbol extends string> extends Span {
  readonly symbol: Symbol;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
type AssignOperator = '=' | '+=' | '-=' | '*=' | '/=';
export type ComparisonOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'includes'
  | 'matches'
  | 'in'
  | 'not includes'
  | 'not matches'
  | 'not in';
/** Phrases that are used like binary operators. */
export type TextOperator =
  | 'starts with'
  | 'not starts with'
  | 'ends with'
  | 'not ends with'
  | 'pattern'
  | 'not pattern';
export type PhraseName =
  | Exclude<TextOperator, 'pattern' | 'not pattern'>
  | 'at'
  | 'part'
  | 'replace'
  | 'split'
  | 'join'
  | 'first of'
  | 'count of'
  | 'working_days of'
  | 'working days ahead'
  | 'working days ago';
/** A node that defines `it`. */
export type Loop = Each | Where;
export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export type Expression =
  | Numeral
  | TextLiteral
  | Constant
  | Clock
  | Index
  | Path
  | Chain
  | Group
  | List
  | Block
  | DurationLiteral
  | PhraseNode
  | Where
  | PatternTest
  | Negate
  | Not
  | Arithmetic
  | Comparison
  | Logic;

export type StatementValue = Expression | If | Each | Validate;

export type Statement =
  | Take
  | Let
  | Define
  | Each
  | If
  | Validate
  | Reject
  | Skip
  | Print
  | Assign
  | BrokenStatement
  | Expression;

/** Any node of the tree. */
export type SyntaxNode = Script | Statement | Variable | ItemReference;
