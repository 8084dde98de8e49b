/**
 * The syntax tree. It is immutable and flat where scripts are long: operator chains, paths, helper chains and `else if`
 * are lists, so that the depth of the tree is bounded by the nesting of brackets and no walker can overflow the stack.
 */

/** A half-open range of offsets into the source. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A name as it stands in the source, without its `$`, `.` or `:`. */
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

export interface Branch extends Span {
  readonly test: Expression;
  readonly body: Block;
}

export interface Validate extends Span {
  readonly type: 'validate';
  readonly label: Text | null;
  readonly body: Block;
}

export interface Reject extends Span {
  readonly type: 'reject';
  readonly subject: Expression | null;
  readonly because: Expression | null;
}

export interface Skip extends Span {
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

/** A statement that does not parse; the names and `:helpers` that it would have declared, whose uses are no further errors. */
export interface Broken extends Span {
  readonly type: 'broken';
  readonly declares: readonly string[];
}

export interface Numeral extends Span {
  readonly type: 'number';
  readonly value: number;
}

export interface Text extends Span {
  readonly type: 'text';
  readonly value: string;
}

export interface Constant extends Span {
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
  readonly root: Variable | It;
  readonly keys: readonly Name[];
}

export interface Variable extends Name {
  readonly type: 'variable';
}

export interface It extends Span {
  readonly type: 'it';
  readonly name: 'it' | 'this';
}

/** Ornaments and keys behind any expression: `$a:trim:lower`, `($a).b`. */
export interface Chain extends Span {
  readonly type: 'chain';
  readonly base: Expression;
  readonly tails: readonly Tail[];
}

export interface Tail extends Name {
  readonly type: 'key' | 'ornament';
}

export interface Group extends Span {
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

export interface Measure extends Span {
  readonly type: 'measure';
  readonly amount: Expression;
  readonly unit: Unit;
  readonly direction: 'ago' | 'ahead' | null;
}

/** Words with operands that are all evaluated, from left to right: phrases/phrases.ts says what they do. */
export interface PhraseNode extends Span {
  readonly type: 'phrase';
  readonly name: PhraseName;
  readonly operands: readonly Expression[];
}

/** `LIST where CONDITION`: the items for which it is true; names in it are keys of the item first. */
export interface Where extends Span {
  readonly type: 'where';
  readonly list: Expression;
  readonly condition: Expression;
}

/** `TEXT pattern "…"`; the pattern is sound. */
export interface PatternTest extends Span {
  readonly type: 'pattern';
  readonly text: Expression;
  readonly pattern: Text;
  readonly isNegated: boolean;
}

export interface Negate extends Span {
  readonly type: 'negate';
  readonly operand: Expression;
}

export interface Not extends Span {
  readonly type: 'not';
  readonly operand: Expression;
}

/** A run of `+ -` or of `* / %`, worked from left to right: operators[n] stands between operands[n] and the next. */
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
export type AssignOperator = '=' | '+=' | '-=' | '*=' | '/=';
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
/** The operators among the phrases. */
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
/** What `it` may belong to. */
export type Loop = Each | Where;
export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export type Expression =
  | Numeral
  | Text
  | Constant
  | Clock
  | Index
  | Path
  | Chain
  | Group
  | List
  | Block
  | Measure
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
  | Broken
  | Expression;

/** Whatever has a type and a place. */
export type Node = Script | Statement | Variable | It;
