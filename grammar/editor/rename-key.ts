import { examine } from '../compile.ts';
import type { Fix } from '../diagnostics/finding.ts';
import { walk } from '../syntax/children.ts';
import type { Name, TakeItem } from '../syntax/tree.ts';
import { behind, below, findPlaces, type Place } from './places.ts';

/** The edits that give the key at a place of the form another name, wherever a script is known to read it. */
export function keyEdits(source: string, place: Place, to: string): readonly Fix[] {
  const { script, analysis } = examine(source, {});
  const places = findPlaces(script, analysis.names);
  const edits: Fix[] = [];
  const isMeant = (around: Place | null, key: Name): boolean => isSame(below(around, key), place);
  const rename = ({ name, to: end }: Name): number => edits.push({ from: end - name.length, to: end, text: to });
  walk(script, (node) => {
    if (node.type === 'path') {
      let around = places.ofRoot(node.root);
      for (const key of node.keys) {
        if (isMeant(around, key)) rename(key);
        around = below(around, key);
      }
    } else if (node.type === 'chain') {
      let around = places.ofBase(node);
      for (const tail of node.tails) {
        if (tail.type === 'key' && isMeant(around, tail)) rename(tail);
        around = behind(around, tail);
      }
    } else if (node.type === 'take') {
      for (const item of node.items) {
        if (isMeant(places.ofSource(node, item), item.key)) edits.push(takenAs(item, to));
      }
    }
  });
  return edits;
}

/** `take { $from }` becomes `take { $to as $from }`: what the script calls it stays. */
export function takenAs({ key, alias }: TakeItem, to: string): Fix {
  return { from: key.from, to: key.to, text: alias === null ? `$${to} as $${key.name}` : `$${to}` };
}

function isSame(one: Place | null, other: Place): boolean {
  return one !== null && one.length === other.length && one.every((step, index) => step === other[index]);
}
