import type { Fix } from '../diagnostics/finding.ts';
import type { StatementValue } from '../syntax/tree.ts';
import { parseDate } from '../values/date-text.ts';
import type { Kind } from '../values/kind.ts';
import { UTC } from '../values/zone.ts';
import type { Side } from './comparison-type.ts';

/**
 * Quick fixes for comparing a date with a text: `"2024-12-25"` becomes `"2024-12-25":date`, and so do the items of a
 * list literal. Returns no fix if no date is compared with a text, if the texts are not dates, or if the list is not a
 * literal.
 */
export function dateFixes(source: string, a: Side, b: Side): readonly Fix[] {
  if (isOf(a, 'text') && isOf(b, 'date')) return fixesOf(source, a.node);
  return isOf(a, 'date') && isOf(b, 'text') ? fixesOf(source, b.node) : [];
}

const isOf = ({ kind, items }: Side, target: Kind): boolean => kind === target || items === target;

function fixesOf(source: string, node: StatementValue): readonly Fix[] {
  switch (node.type) {
    case 'text':
      return isDateText(node) ? [{ from: node.to, to: node.to, text: ':date' }] : [];
    case 'path':
    case 'chain':
      return [{ from: node.to, to: node.to, text: ':date' }];
    case 'group':
      return fixesOf(source, node.value);
    case 'list': {
      const [first, second] = node.items;
      if (first === undefined || !node.items.every(isDateText)) return [];
      if (second === undefined) return fixesOf(source, first);
      const { from } = first;
      const to = node.items.at(-1)?.to ?? first.to;
      const texts = node.items.map((item, index) => {
        const end = node.items[index + 1]?.from ?? item.to;
        return `${source.slice(item.from, item.to)}:date${source.slice(item.to, end)}`;
      });
      return [{ from, to, text: texts.join('') }];
    }
    default:
      return [];
  }
}

const isDateText = (node: StatementValue): boolean => node.type === 'text' && !Number.isNaN(parseDate(node.value, UTC));
