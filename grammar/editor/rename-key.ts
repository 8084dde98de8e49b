import type { Origin, Origins } from '../analysis/origins.ts';
import { analysisOf } from '../analyze.ts';
import type { Fix } from '../diagnostics/finding.ts';
import { walk } from '../syntax/children.ts';
import type { Path, Take, TakeItem } from '../syntax/tree.ts';

/** The edits that give the key at a place of the form another name, wherever a script is known to read it. */
export function keyEdits(source: string, place: readonly string[], to: string): readonly Fix[] {
  const { script, analysis } = analysisOf(source, {});
  const { names, origins } = analysis;
  const edits: Fix[] = [];
  const rootOf = ({ root }: Path): Origin | null => {
    if (root.type === 'it') return origins.ofItem(names.items.get(root) ?? null);
    const binding = names.bindings.get(root);
    return binding === undefined ? null : origins.ofBinding(binding);
  };
  walk(script, (node) => {
    if (node.type === 'path') {
      const root = rootOf(node);
      for (const [index, key] of node.keys.entries()) {
        const keys = node.keys.slice(0, index + 1).map(({ name }) => name);
        if (isAt(root, keys, place)) edits.push({ from: key.from, to: key.to, text: to });
      }
    }
    if (node.type === 'take') {
      for (const item of node.items) {
        if (isAt(takenFrom(node, item, names.takes, origins), [item.key.name], place)) edits.push(takenAs(item, to));
      }
    }
  });
  return edits;
}

/** `take { $from }` becomes `take { $to as $from }`: what the script calls it stays. */
export function takenAs({ key, alias }: TakeItem, to: string): Fix {
  return { from: key.from, to: key.to, text: alias === null ? `$${to} as $${key.name}` : `$${to}` };
}

function takenFrom(
  { source }: Take,
  item: TakeItem,
  takes: ReturnType<typeof analysisOf>['analysis']['names']['takes'],
  origins: Origins,
): Origin | null {
  if (source !== null) return origins.of(source);
  const from = takes.get(item);
  return from !== undefined && 'loop' in from ? origins.ofItem(from.loop) : null;
}

function isAt(origin: Origin | null, keys: readonly string[], place: readonly string[]): boolean {
  if (origin === null) return false;
  const steps = [origin.input, ...origin.below.map((step) => (typeof step === 'string' ? step : '*')), ...keys];
  return steps.length === place.length && steps.every((step, index) => step === place[index]);
}
