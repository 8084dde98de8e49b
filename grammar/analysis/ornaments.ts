import type { Finding } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/nearest.ts';
import { BUILT_INS, HIDABLE } from '../helpers/built-ins.ts';
import { forEachChild } from '../syntax/children.ts';
import type { Define, Node, Script, Tail } from '../syntax/tree.ts';

/** Which define each `:name` of the script's own helpers stands for; built-in and host helpers are known by name. */
export type Ornaments = ReadonlyMap<Tail, Define>;

/**
 * Finds the helper behind every `:name`. A helper is known from after its definition to the end of the block it stands in:
 * so none can call itself, and every script ends. Reports 'Unknown ornament', a second define of a name, and one that hides a
 * built-in helper.
 */
export function resolveOrnaments(
  script: Script,
  hostNames: ReadonlySet<string>,
): { ornaments: Ornaments; findings: readonly Finding[] } {
  const ornaments = new Map<Tail, Define>();
  const findings: Finding[] = [];
  const defined = new Set<string>(hostNames);
  const suggestions = new Suggestions();

  const visitAll = (nodes: readonly Node[], around: ReadonlyMap<string, Define | null>) => {
    // A copy only for a block that defines helpers of its own, and one for all of them.
    let own: Map<string, Define | null> | null = null;
    for (const node of nodes) {
      visit(node, own ?? around);
      if (node.type === 'define') own = (own ?? new Map(around)).set(node.name.name, node);
      if (node.type === 'broken') own = new Map([...(own ?? around), ...brokenHelpers(node.declares)]);
    }
  };

  const visit = (node: Node, known: ReadonlyMap<string, Define | null>): void => {
    if (node.type === 'define') checkName(node);
    if (node.type === 'chain') {
      visit(node.base, known);
      for (const tail of node.tails) if (tail.type === 'ornament') visitOrnament(tail, known);
      return;
    }
    if (node.type === 'block' || node.type === 'script') visitAll(node.statements, known);
    else forEachChild(node, (child) => visit(child, known));
  };

  const visitOrnament = (tail: Tail, known: ReadonlyMap<string, Define | null>): void => {
    const { name, from, to } = tail;
    const define = known.get(name);
    if (define) ornaments.set(tail, define);
    if (define !== undefined || BUILT_INS.has(name) || hostNames.has(name)) return;
    const word = suggestions.nearest(name, () => [...known.keys(), ...hostNames, ...BUILT_INS.keys()]);
    const hint = word === undefined ? {} : { suggestion: `:${word}`, fixes: [{ from, to, text: `:${word}` }] };
    findings.push({ code: 'unknown-ornament', from, to, args: { name: `:${name}` }, ...hint });
  };

  const checkName = ({ name: { name, from, to } }: Define): void => {
    if (defined.has(name)) findings.push({ code: 'can-not-insert', from, to, args: { name: `:${name}` } });
    defined.add(name);
    if (!HIDABLE.has(name)) return;
    const reason = `:${name} is built in, too; this one hides it`;
    findings.push({ code: 'invalid-ornament', from, to, severity: 'hint', args: { reason } });
  };

  visitAll(script.statements, new Map());
  return { ornaments, findings };
}

/** A helper that did not parse is known, and gives nothing. */
function brokenHelpers(declares: readonly string[]): [string, null][] {
  return declares.filter((name) => name.startsWith(':')).map((name) => [name.slice(1), null]);
}
