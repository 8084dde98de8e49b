import { PHRASES } from '../phrases/phrases.ts';
import type {
  Arithmetic,
  Chain,
  Comparison,
  DurationLiteral,
  Expression,
  Logic,
  Path,
  PhraseNode,
  Span,
  StatementValue,
} from '../syntax/tree.ts';
import { type Doc, group, indent, join, LINE, SOFT_LINE } from './pretty-printer.ts';

/** Formats expressions. Texts, numbers and words that have synonyms stay as the author wrote them. */
export class ExpressionLayout {
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
