import type { Fix } from '../diagnostics/finding.ts';
import type { StatementValue } from '../syntax/tree.ts';
import { parseDate } from '../values/date-text.ts';
import type { Kind } from '../values/kind.ts';
import { UTC } from '../values/zone.ts';
import type { Side } from './comparison-type.ts';

/**
 * Makes dates of texts that are compared with one: `"2024-12-25"` becomes `"2024-12-25":date`, and so do the items of a list.
 * None where no date meets a text, where the texts are no dates, or where a list has them from elsewhere.
 */
export function dateFixes(source: string, a: Side, b: Side): readonly Fix[] {
  if (isOf(a, 'text') && isOf(b, 'date')) return fixesOf(source, a.node);
  return isOf(a, 'date') && isOf(b, 'text') ? fixesOf(source, b.node) : [];
}

const isOf = ({ kind, items }: Side, wanted: Kind): boolean => kind === wanted || items === wanted;

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
