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

  const visitAll = (nodes: readonly Node[], around: Known | null) => {
    // Of its own only for a block that defines helpers.
    let known = around;
    const declare = (name: string, define: Define | null): void => {
      if (known === around) known = { own: new Map(), around };
      known?.own.set(name, define);
    };
    for (const node of nodes) {
      visit(node, known);
      if (node.type === 'define') declare(node.name.name, node);
      if (node.type === 'broken') for (const name of brokenHelpers(node.declares)) declare(name, null);
    }
  };

  const visit = (node: Node, known: Known | null): void => {
    if (node.type === 'define') checkName(node);
    if (node.type === 'chain') {
      visit(node.base, known);
      for (const tail of node.tails) if (tail.type === 'ornament') visitOrnament(tail, known);
      return;
    }
    if (node.type === 'block' || node.type === 'script') visitAll(node.statements, known);
    else forEachChild(node, (child) => visit(child, known));
  };

  const visitOrnament = (tail: Tail, known: Known | null): void => {
    const { name, from, to } = tail;
    const define = find(known, name);
    if (define) ornaments.set(tail, define);
    if (define !== undefined || BUILT_INS.has(name) || hostNames.has(name)) return;
    const word = suggestions.nearest(name, () => [...namesOf(known), ...hostNames, ...BUILT_INS.keys()]);
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

  visitAll(script.statements, null);
  return { ornaments, findings };
}

/** The helpers that a block has defined so far, and those of the blocks around it; null stands for one that did not parse. */
interface Known {
  readonly own: Map<string, Define | null>;
  readonly around: Known | null;
}

function find(known: Known | null, name: string): Define | null | undefined {
  for (let block = known; block !== null; block = block.around) {
    const define = block.own.get(name);
    if (define !== undefined) return define;
  }
  return undefined;
}

function namesOf(known: Known | null): string[] {
  const names: string[] = [];
  for (let block = known; block !== null; block = block.around) names.push(...block.own.keys());
  return names;
}

/** A helper that did not parse is known, and gives nothing. */
function brokenHelpers(declares: readonly string[]): string[] {
  return declares.filter((name) => name.startsWith(':')).map((name) => name.slice(1));
}
