import { PHRASES } from '../phrases/phrases.ts';
import type {
  Arithmetic,
  Block,
  Chain,
  Comparison,
  DurationLiteral,
  Each,
  Expression,
  If,
  Logic,
  Path,
  PhraseNode,
  Reject,
  Script,
  Span,
  Statement,
  StatementValue,
  Take,
  Validate,
} from '../syntax/tree.ts';
import { type Comments, groupCommentsByBlock } from './comments.ts';
import { type Doc, group, HARD_LINE, indent, join, LINE, SOFT_LINE } from './pretty-printer.ts';

/** Formats the statements of a script, including the comments between them. */
export class Layout {
  readonly #comments: Comments;
  readonly #expressions: ExpressionLayout;

  constructor(
    private readonly source: string,
    private readonly script: Script,
  ) {
    this.#comments = groupCommentsByBlock(source, script);
    this.#expressions = new ExpressionLayout(source, (value) => this.#value(value));
  }

  /** The layout of the whole script. */
  all(): Doc {
    return this.#lines(this.script, 0);
  }

  /** The statements and comments of a block, one a line. */
  #lines(block: Block | Script, from: number): Doc {
    const lines: Doc[] = [];
    let end = from;
    const add = (begin: number, doc: Doc, to: number): void => {
      if (lines.length > 0) lines.push(HARD_LINE, ...(this.#hasGap(end, begin) ? [HARD_LINE] : []));
      lines.push(doc);
      end = to;
    };
    const comments = this.#comments.get(block) ?? [];
    let next = 0;
    /** Takes the remaining comments that start before an offset. */
    const takeBefore = (offset: number): readonly Span[] => {
      const begin = next;
      while ((comments[next]?.from ?? Number.POSITIVE_INFINITY) < offset) next += 1;
      return comments.slice(begin, next);
    };
    for (const [index, statement] of block.statements.entries()) {
      for (const comment of takeBefore(statement.from)) add(comment.from, this.#text(comment), comment.to);
      // A comment inside a statement moves to the line before it.
      let begin = statement.from;
      for (const comment of takeBefore(statement.to)) {
        add(begin, this.#text(comment), comment.to);
        begin = end = statement.from;
      }
      const trailing = comments[next];
      const isTrailing = trailing !== undefined && this.#isSameLine(statement, trailing, block.statements[index + 1]);
      const close = this.#source(block.statements[index + 1]).startsWith('-') ? ';' : '';
      const comment = isTrailing ? ` ${this.#text(trailing)}` : '';
      add(begin, [this.#statement(statement), close, comment], isTrailing ? trailing.to : statement.to);
      if (isTrailing) next += 1;
    }
    for (const comment of comments.slice(next)) add(comment.from, this.#text(comment), comment.to);
    return lines;
  }

  /** Whether a comment trails a statement: no other statement and no line break is in between. */
  #isSameLine(statement: Span, comment: Span, next: Span | undefined): boolean {
    if (next !== undefined && next.from < comment.from) return false;
    return !this.source.slice(statement.to, comment.from).includes('\n');
  }

  #hasGap(from: number, to: number): boolean {
    return /\n[^\S\n]*\n/.test(this.source.slice(from, to));
  }

  #statement(node: Statement): Doc {
    switch (node.type) {
      case 'take':
        return this.#take(node);
      case 'let':
        return ['let $', node.name.name, ' = ', this.#value(node.value)];
      case 'define':
        return ['define :', node.name.name, ' ', this.#value(node.body)];
      case 'reject':
        return this.#reject(node);
      case 'skip':
        return this.#word(node);
      case 'print':
        return ['print ', this.#value(node.value)];
      case 'assign':
        return [this.#value(node.target), ` ${node.operator} `, this.#value(node.value)];
      case 'broken':
        return this.#text(node);
      default:
        return this.#value(node);
    }
  }

  #value(node: StatementValue): Doc {
    switch (node.type) {
      case 'if':
        return this.#if(node);
      case 'each':
        return this.#each(node);
      case 'validate':
        return this.#validate(node);
      case 'block':
        return this.#block(node);
      default:
        return this.#expressions.layout(node);
    }
  }

  /** A block stays on one line if the author wrote it on one line, it has at most one statement, and it fits. */
  #block(block: Block): Doc {
    const isShort = block.statements.length <= 1 && !this.#comments.has(block);
    if (isShort && block.statements.length === 0) return '{ }';
    const isInline = isShort && !this.#text(block).includes('\n');
    const edge = isInline ? LINE : HARD_LINE;
    return group(['{', indent([edge, this.#lines(block, block.from)]), edge, '}']);
  }

  #take(take: Take): Doc {
    const items = take.items.map(({ key, alias }) => `$${key.name}${alias === null ? '' : ` as $${alias.name}`}`);
    const isBraced = /^[a-z]+\s*\{/.test(this.#text(take));
    const list = isBraced
      ? group(['{', indent([LINE, join(items, [',', LINE])]), LINE, '}'])
      : group(indent(join(items, [',', LINE])));
    const source: Doc = take.source === null ? '' : [' from ', this.#value(take.source)];
    return [this.#word(take), ' ', list, source];
  }

  #each({ item, list, alias, body, ...span }: Each): Doc {
    const word = this.#word(span);
    const head = /^for\s+each\b/.test(this.#text(span)) ? 'for each' : word;
    const of = item === null ? '' : `$${item.name} ${/^\s*in\b/.test(this.source.slice(item.to)) ? 'in' : 'of'} `;
    return [head, ' ', of, this.#value(list), alias === null ? '' : ` as $${alias.name}`, ' ', this.#block(body)];
  }

  #if({ branches, otherwise }: If): Doc {
    const choices = branches.map(({ test, body }) => ['if ', this.#value(test), ' ', this.#block(body)]);
    return [join(choices, ' else '), otherwise === null ? '' : [' else ', this.#block(otherwise)]];
  }

  #validate({ label, body }: Validate): Doc {
    return ['validate ', label === null ? '' : [this.#value(label), ' '], this.#block(body)];
  }

  #reject({ subject, because }: Reject): Doc {
    const message: Doc = because === null ? '' : indent([LINE, 'because ', this.#value(because)]);
    return group(['reject', subject === null ? '' : [' ', this.#value(subject)], message]);
  }

  #text({ from, to }: Span): string {
    return this.source.slice(from, to).trimEnd();
  }

  #source(node: Span | undefined): string {
    return node === undefined ? '' : this.#text(node);
  }

  /** The first word of a statement. */
  #word(node: Span): string {
    return /^[a-z]+/.exec(this.#text(node))?.[0] ?? '';
  }
}

/** Formats expressions. Texts, numbers and words that have synonyms stay as the author wrote them. */
class ExpressionLayout {
  constructor(
    private readonly source: string,
    private readonly value: (node: StatementValue) => Doc,
  ) {}

  layout(node: Exclude<Expression, { type: 'block' }>): Doc {
    switch (node.type) {
      case 'number':
      case 'text':
      case 'constant':
      case 'clock':
      case 'index':
        return this.#text(node);
      case 'path':
        return pathText(node);
      case 'chain':
        return this.#chain(node);
      case 'group':
        return group(['(', indent([SOFT_LINE, this.value(node.value)]), SOFT_LINE, ')']);
      case 'list':
        return group(['[', indent([SOFT_LINE, join(node.items.map(this.value), [',', LINE])]), SOFT_LINE, ']']);
      case 'measure':
        return this.#measure(node);
      case 'phrase':
        return this.#phrase(node);
      case 'where':
        return group([this.value(node.list), indent([LINE, 'where ', this.value(node.condition)])]);
      case 'pattern':
        return [this.value(node.text), node.isNegated ? ' not pattern ' : ' pattern ', this.value(node.pattern)];
      case 'negate':
        return ['-', this.value(node.operand)];
      case 'not':
        return [this.source[node.from] === '!' ? '!' : 'not ', this.value(node.operand)];
      case 'arithmetic':
        return this.#arithmetic(node);
      case 'comparison':
        return this.#comparison(node);
      case 'and':
      case 'or':
        return this.#logic(node);
    }
  }

  #chain({ base, tails }: Chain): Doc {
    return [this.value(base), ...tails.map(({ type, name }) => `${type === 'key' ? '.' : ':'}${name}`)];
  }

  /** A duration keeps its unit and direction as the author wrote them. */
  #measure({ amount, to }: DurationLiteral): Doc {
    const words = this.#clean({ from: amount.to, to });
    return [this.value(amount), ' ', words];
  }

  #phrase({ name, operands }: PhraseNode): Doc {
    const { words } = PHRASES[name];
    const parts = words.flatMap((word, index): Doc[] => {
      const operand = operands[index];
      const value = operand === undefined ? [] : [this.value(operand)];
      return word === '' ? value : [index === 0 ? `${word} ` : ` ${word}${value.length === 0 ? '' : ' '}`, ...value];
    });
    return group(parts);
  }

  /** Puts a `-` at the end of a line: at the start of a line it would look like a new statement. */
  #arithmetic({ operands, operators }: Arithmetic): Doc {
    const [first, ...rest] = operands;
    const parts = rest.map((operand, index): Doc => {
      const word = this.#word(operators[index]);
      return word === '-' ? [' -', LINE, this.value(operand)] : [LINE, `${word} `, this.value(operand)];
    });
    return group([first === undefined ? '' : this.value(first), indent(parts)]);
  }

  #comparison({ left, operator, right }: Comparison): Doc {
    return group([this.value(left), indent([LINE, `${this.#word(operator)} `, this.value(right)])]);
  }

  #logic({ type, operands }: Logic): Doc {
    const [first, ...rest] = operands;
    const parts = rest.map((operand): Doc => [LINE, `${type} `, this.value(operand)]);
    return group([first === undefined ? '' : this.value(first), indent(parts)]);
  }

  #word(span: Span | undefined): string {
    return span === undefined ? '' : this.#clean(span);
  }

  /** The words of a span with single spaces, without comments. */
  #clean(span: Span): string {
    return this.#text(span)
      .replace(/\/\/[^\n]*/g, ' ')
      .trim()
      .replace(/\s+/g, ' ');
  }

  #text({ from, to }: Span): string {
    return this.source.slice(from, to);
  }
}

function pathText({ root, keys }: Path): string {
  const base = root.type === 'it' ? root.name : `$${root.name}`;
  return [base, ...keys.map(({ name }) => name)].join('.');
}
