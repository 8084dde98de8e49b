import type { Finding } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/suggestions.ts';
import { BUILT_INS, OVERRIDABLE_HELPERS } from '../helpers/built-ins.ts';
import { forEachChild } from '../syntax/children.ts';
import { noTranslator, type Translator } from '../syntax/translator.ts';
import type { ChainPart, Define, Script, SyntaxNode } from '../syntax/tree.ts';

/**
 * The `define` that each `:name` of the script's own helpers resolves to. Built-in and host helpers are looked up by
 * name.
 */
export type HelperDefinitions = ReadonlyMap<ChainPart, Define>;

/**
 * Name resolution for helpers: finds the definition of every `:name`. A helper is visible from after its definition to
 * the end of the enclosing block, so no helper can recurse and every script terminates. Reports 'Unknown ornament', a
 * second define of a name, and a define that hides a built-in helper.
 */
export function resolveHelpers(
  script: Script,
  hostNames: ReadonlySet<string>,
  translator: Translator = noTranslator,
): { ornaments: HelperDefinitions; findings: readonly Finding[] } {
  const ornaments = new Map<ChainPart, Define>();
  const findings: Finding[] = [];
  const definedNames = new Set<string>(hostNames);
  const suggestions = new Suggestions();

  const visitAll = (nodes: readonly SyntaxNode[], enclosing: HelperScope | null) => {
    // A block gets a scope of its own only if it defines helpers.
    let scope = enclosing;
    const declare = (name: string, define: Define | null): void => {
      if (scope === enclosing) scope = { own: new Map(), enclosing };
      scope?.own.set(name, define);
    };
    for (const node of nodes) {
      visit(node, scope);
      if (node.type === 'define') declare(node.name.name, node);
      if (node.type === 'broken') for (const name of brokenHelpers(node.declaredNames)) declare(name, null);
    }
  };

  const visit = (node: SyntaxNode, scope: HelperScope | null): void => {
    if (node.type === 'define') checkName(node);
    if (node.type === 'chain') {
      visit(node.base, scope);
      for (const tail of node.tails) if (tail.type === 'ornament') visitOrnament(tail, scope);
      return;
    }
    if (node.type === 'block' || node.type === 'script') visitAll(node.statements, scope);
    else forEachChild(node, (child) => visit(child, scope));
  };

  const visitOrnament = (tail: ChainPart, scope: HelperScope | null): void => {
    const { name, from, to } = tail;
    const define = find(scope, name);
    if (define) ornaments.set(tail, define);
    if (define !== undefined || BUILT_INS.has(name) || hostNames.has(name)) return;
    const known = translator.helper(name);
    const word = BUILT_INS.has(known)
      ? known
      : suggestions.nearest(name, () => [...namesOf(scope), ...hostNames, ...BUILT_INS.keys()]);
    const hint = word === undefined ? {} : { suggestion: `:${word}`, fixes: [{ from, to, text: `:${word}` }] };
    findings.push({ code: 'unknown-ornament', from, to, args: { name: `:${name}` }, ...hint });
  };

  const checkName = ({ name: { name, from, to } }: Define): void => {
    if (definedNames.has(name)) findings.push({ code: 'can-not-insert', from, to, args: { name: `:${name}` } });
    definedNames.add(name);
    if (!OVERRIDABLE_HELPERS.has(name)) return;
    const reason = `:${name} is built in, too; this one hides it`;
    findings.push({ code: 'invalid-ornament', from, to, severity: 'hint', args: { reason } });
  };

  visitAll(script.statements, null);
  return { ornaments, findings };
}

/**
 * A scope of helper names: those that the block has defined so far, and the enclosing scope. Null marks a helper that
 * did not parse.
 */
interface HelperScope {
  readonly own: Map<string, Define | null>;
  readonly enclosing: HelperScope | null;
}

function find(scope: HelperScope | null, name: string): Define | null | undefined {
  for (let block = scope; block !== null; block = block.enclosing) {
    const define = block.own.get(name);
    if (define !== undefined) return define;
  }
  return undefined;
}

function namesOf(scope: HelperScope | null): string[] {
  const names: string[] = [];
  for (let block = scope; block !== null; block = block.enclosing) names.push(...block.own.keys());
  return names;
}

/** A helper that did not parse is declared, so its uses are not reported; it evaluates to nothing. */
function brokenHelpers(declares: readonly string[]): string[] {
  return declares.filter((name) => name.startsWith(':')).map((name) => name.slice(1));
}
