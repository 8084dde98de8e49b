import { type ESTree, Visitor, type VisitorObject } from 'vite';
import { lineAt, type Source } from './sources.ts';

/** A rule looks at one file and answers what is wrong, each as `path:line what`. */
export type Rule = (source: Source) => string[];

/** A rule about single places of the syntax tree: `visit` gets a way to report a node with a sentence. */
export function syntaxRule(visit: (report: (node: { start: number }, what: string) => void) => VisitorObject): Rule {
  return (source) => {
    const found: string[] = [];
    const report = (node: { start: number }, what: string) => {
      found.push(`${source.path}:${lineAt(source.text, node.start)} ${what}`);
    };
    new Visitor(visit(report)).visit(source.program);
    return found;
  };
}

/** What all the given files break of a rule. */
export function findings(rule: Rule, sources: readonly Source[]): string[] {
  return sources.flatMap(rule);
}

/** `a.b.c` for a chain of plain member accesses, `a['b']` included; nothing for any other expression. */
export function dottedName(node: ESTree.Expression | ESTree.Super): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return undefined;
  const object = dottedName(node.object);
  if (object === undefined) return undefined;
  if (!node.computed && node.property.type === 'Identifier') return `${object}.${node.property.name}`;
  if (node.computed && node.property.type === 'Literal') return `${object}.${String(node.property.value)}`;
  return undefined;
}
