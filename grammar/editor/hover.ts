import type { Analysis } from '../analysis/analysis.ts';
import type { Binding } from '../analysis/binding.ts';
import { declarableType, keyType } from '../analysis/static-type.ts';
import { analyzeSource, type CompileOptions } from '../compile.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import { hostHelpers } from '../helpers/host.ts';
import { skipWord, startOfWord } from '../syntax/characters.ts';
import { walk } from '../syntax/children.ts';
import type { ChainPart, Name, Script, Span, SyntaxNode } from '../syntax/tree.ts';
import { typeText } from './format.ts';
import { KEYWORD_HELP } from './keywords.ts';

/** The tooltip of an editor for the word under the pointer. */
export interface Hover extends Span {
  readonly text: string;
}

/** Returns the tooltip for the name, key, helper or keyword at an offset; null if there is none. */
export function hover(source: string, offset: number, options: CompileOptions = {}): Hover | null {
  const { script, analysis } = analyzeSource(source, options);
  return nameAt(script, analysis, offset, options) ?? wordAt(source, script, offset);
}

function nameAt(script: Script, analysis: Analysis, offset: number, options: CompileOptions): Hover | null {
  let result: Hover | null = null;
  const report = (span: Span, textOf: () => string | null): void => {
    const text = span.from <= offset && offset < span.to ? textOf() : null;
    if (text !== null) result = { from: span.from, to: span.to, text };
  };
  walk(script, (node) => {
    for (const name of namesIn(node)) report(name, () => bindingText(analysis, name));
    if (node.type === 'it') report(node, () => `${node.name}: ${typeText(declarableType(analysis.types.of(node)))}`);
    if (node.type === 'path') for (const key of node.keys) report(key, () => keyText(analysis, key));
    if (node.type === 'define') report(node.name, () => `:${node.name.name}, defined here`);
    if (node.type === 'chain') {
      for (const tail of node.tails)
        report(tail, () => (tail.type === 'key' ? keyText(analysis, tail) : helperText(analysis, tail, options)));
    }
  });
  return result;
}

function namesIn(node: SyntaxNode): readonly Name[] {
  if (node.type === 'variable') return [node];
  if (node.type === 'let') return [node.name];
  if (node.type === 'each') return [node.item, node.alias].filter((name) => name !== null);
  return node.type === 'take' ? node.items.flatMap(({ key, alias }) => (alias === null ? [key] : [key, alias])) : [];
}

const KINDS = {
  let: 'a variable',
  take: 'taken from the input',
  item: 'the item of the loop',
  argument: 'the value that the helper is given',
  input: 'a key of the form',
  unknown: 'not defined',
} as const satisfies Record<Binding['kind'], string>;

function bindingText({ names, types }: Analysis, name: Name): string | null {
  const binding = names.bindings.get(name);
  if (binding === undefined) return null;
  return `$${binding.name}: ${typeText(declarableType(types.ofBinding(binding)))}, ${KINDS[binding.kind]}`;
}

function keyText({ types }: Analysis, key: Name): string {
  return `.${key.name}: ${typeText(keyType(types.ofOperandOf(key), key.name) ?? 'any')}`;
}

function helperText({ ornaments }: Analysis, tail: ChainPart, options: CompileOptions): string {
  const doc = BUILT_INS.get(tail.name)?.doc ?? hostHelpers(options.helpers).get(tail.name)?.doc;
  if (ornaments.has(tail)) return `:${tail.name}, defined in this script`;
  return doc === undefined ? `:${tail.name}, not defined` : `:${tail.name}: ${doc}`;
}

/** The help for a keyword, unless the same letters are part of a name or a text. */
function wordAt(source: string, script: Script, offset: number): Hover | null {
  const to = skipWord(source, offset);
  const from = to > offset ? startOfWord(source, offset) : offset;
  const word = source.slice(from, to);
  const help = KEYWORD_HELP.get(word) ?? KEYWORD_HELP.get(word.replace(/s$/, ''));
  return help === undefined || '$.:'.includes(source[from - 1] ?? ' ') || isInText(script, offset)
    ? null
    : { from, to, text: help };
}

function isInText(script: Script, offset: number): boolean {
  let isInside = false;
  walk(script, (node) => {
    if (node.type === 'text' && node.from <= offset && offset < node.to) isInside = true;
  });
  return isInside;
}
