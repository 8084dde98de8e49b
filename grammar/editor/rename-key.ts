import { compileWithAnalysis } from '../compile.ts';
import type { Fix } from '../diagnostics/finding.ts';
import { walk } from '../syntax/children.ts';
import type { Name, TakeItem } from '../syntax/tree.ts';
import { type FieldPath, fieldPathAfter, fieldPathOfKey, findFieldPaths } from './field-paths.ts';

/** Returns the edits that rename the key at a place of the form, wherever the script provably reads it. */
export function keyEdits(source: string, place: FieldPath, to: string): readonly Fix[] {
  const { script, analysis } = compileWithAnalysis(source, {});
  const places = findFieldPaths(script, analysis.names);
  const edits: Fix[] = [];
  const isTarget = (base: FieldPath | null, key: Name): boolean => isSame(fieldPathOfKey(base, key), place);
  const rename = ({ name, to: end }: Name): number => edits.push({ from: end - name.length, to: end, text: to });
  walk(script, (node) => {
    if (node.type === 'path') {
      let base = places.ofRoot(node.root);
      for (const key of node.keys) {
        if (isTarget(base, key)) rename(key);
        base = fieldPathOfKey(base, key);
      }
    } else if (node.type === 'chain') {
      let base = places.ofBase(node);
      for (const tail of node.tails) {
        if (tail.type === 'key' && isTarget(base, tail)) rename(tail);
        base = fieldPathAfter(base, tail);
      }
    } else if (node.type === 'take') {
      for (const item of node.items) {
        if (isTarget(places.ofSource(node, item), item.key)) edits.push(aliasedTakeEdit(item, to));
      }
    }
  });
  return edits;
}

/** The edit that turns `take { $from }` into `take { $to as $from }`, so that the script's variable keeps its name. */
export function aliasedTakeEdit({ key, alias }: TakeItem, to: string): Fix {
  return { from: key.from, to: key.to, text: alias === null ? `$${to} as $${key.name}` : `$${to}` };
}

function isSame(one: FieldPath | null, other: FieldPath): boolean {
  return one !== null && one.length === other.length && one.every((step, index) => step === other[index]);
}
