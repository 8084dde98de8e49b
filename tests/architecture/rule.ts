import { type ESTree, Visitor, type VisitorObject } from 'vite';
import { lineAt, type Source } from './sources.ts';

/** An architecture rule (lint): takes one file and returns its violations, each as `path:line message`. */
export type LintRule = (source: Source) => string[];

/** Makes a rule about single nodes of the syntax tree: `visit` gets a function that reports a node with a message. */
export function syntaxRule(
  visit: (report: (node: { start: number }, message: string) => void) => VisitorObject,
): LintRule {
  return (source) => {
    const messages: string[] = [];
    const report = (node: { start: number }, message: string) => {
      messages.push(`${source.path}:${lineAt(source.text, node.start)} ${message}`);
    };
    new Visitor(visit(report)).visit(source.program);
    return messages;
  };
}

/** All violations of a rule in the given files. */
export function violations(rule: LintRule, sources: readonly Source[]): string[] {
  return sources.flatMap(rule);
}

/** Returns `a.b.c` for a chain of plain member accesses, including `a['b']`; undefined for any other expression. */
export function dottedName(node: ESTree.Expression | ESTree.Super): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return undefined;
  const object = dottedName(node.object);
  if (object === undefined) return undefined;
  if (!node.computed && node.property.type === 'Identifier') return `${object}.${node.property.name}`;
  if (node.computed && node.property.type === 'Literal') return `${object}.${String(node.property.value)}`;
  return undefined;
}
