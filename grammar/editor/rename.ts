import type { Binding } from '../analysis/binding.ts';
import { analyzeSource } from '../compile.ts';
import type { Fix } from '../diagnostics/finding.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import { walk } from '../syntax/children.ts';
import type { Name, SyntaxNode } from '../syntax/tree.ts';
import { aliasedTakeEdit, keyEdits } from './rename-key.ts';

/**
 * Rename refactoring: renames a symbol in a script and returns the new source. `from` is a variable or a form field
 * (`$total`, `total`; if the script reads such a field, the field is meant), a helper (`:is_large`), or the path of a
 * nested key with '*' for a row: `lines.*.quantity`, or the same as a list, which is never a variable. Local names for
 * keys stay: `take { $quantity }` becomes `take { $amount as $quantity }`. A variable that conflicts with a field's new name is renamed,
 * too. Throws a RangeError if a name is invalid or in use.
 */
export function rename(source: string, from: string | readonly string[], to: string): string {
  const path = typeof from === 'string' ? from.replace(/^\$/, '').split('.') : from;
  const [first = ''] = path;
  if (first.startsWith(':')) return renameHelper(source, first.slice(1), to.replace(/^:/, ''));
  const name = to.replace(/^\$/, '');
  for (const word of [first, name]) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(word)) throw new RangeError(`'${word}' is no name of a variable or key`);
  }
  if (path.length > 1) return applyEdits(source, keyEdits(source, path, name));
  return renameName(source, { from: first, to: name, isField: typeof from !== 'string' });
}

interface Renaming {
  from: string;
  to: string;
  /** Whether only a form field is meant, not a variable of that name. */
  isField: boolean;
}

function renameName(source: string, renaming: Renaming): string {
  const { from, to, isField } = renaming;
  const { names } = analyzeSource(source, {}).analysis;
  const isKey = names.inputs.has(from);
  if (isField && !isKey) return applyEdits(source, nameEdits(source, renaming));
  const hasConflict = [...names.bindings.values()].some(({ name, kind }) => name === to && kind !== 'input');
  if (!isKey && (hasConflict || names.inputs.has(to))) throw new RangeError(`'$${to}' is in use`);
  const conflictFree = hasConflict
    ? renameName(source, { from: to, to: freeName(source, to), isField: false })
    : source;
  return applyEdits(conflictFree, nameEdits(conflictFree, renaming));
}

function freeName(source: string, name: string): string {
  const usedNames = new Set(source.match(/\$\w+/g));
  let number = 2;
  while (usedNames.has(`$${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

/** For a form field, the edits of its uses; for any other name, the edits of all variables with that name. */
function nameEdits(source: string, { from, to, isField }: Renaming): readonly Fix[] {
  const { script, analysis } = analyzeSource(source, {});
  const { names } = analysis;
  const input = names.inputs.get(from);
  const isTarget = (binding: Binding | undefined) =>
    input === undefined ? !isField && binding?.name === from : binding === input;
  const edits: Fix[] = [];
  const replace = (name: Name | null): void => {
    if (name !== null && isTarget(names.bindings.get(name)))
      edits.push({ from: name.from, to: name.to, text: `$${to}` });
  };
  walk(script, (node: SyntaxNode) => {
    if (node.type === 'variable') replace(node);
    else if (node.type === 'let') replace(node.name);
    else if (node.type === 'each') [node.item, node.alias].forEach(replace);
    else if (node.type === 'broken') edits.push(...wordEdits(source, node.from, node.to, from, to));
    else if (node.type === 'take') {
      for (const item of node.items) {
        const source = names.takes.get(item);
        const isRead = input !== undefined && source !== undefined && 'binding' in source && source.binding === input;
        if (isRead) edits.push(aliasedTakeEdit(item, to));
        else if (input === undefined && item.alias !== null) replace(item.alias);
        else if (input === undefined && isTarget(names.bindings.get(item.key))) {
          edits.push({ from: item.key.to, to: item.key.to, text: ` as $${to}` });
        }
      }
    }
  });
  return edits;
}

/** A statement that does not parse has no syntax tree, so the name is replaced as text. */
function wordEdits(source: string, begin: number, end: number, from: string, to: string): readonly Fix[] {
  const words = source.slice(begin, end).matchAll(new RegExp(`\\$${from}(?![A-Za-z0-9_])`, 'g'));
  return Array.from(words, ({ index }) => ({
    from: begin + index,
    to: begin + index + from.length + 1,
    text: `$${to}`,
  }));
}

function renameHelper(source: string, from: string, to: string): string {
  if (!/^[a-z][a-z_]*$/.test(to))
    throw new RangeError(`':${to}' is no name of a helper: lower case letters and '_' only`);
  if (BUILT_INS.has(to)) throw new RangeError(`':${to}' is built in`);
  const { script, analysis } = analyzeSource(source, {});
  const edits: Fix[] = [];
  walk(script, (node) => {
    if (node.type === 'define' && node.name.name === from)
      edits.push({ from: node.name.from, to: node.name.to, text: to });
    if (node.type !== 'chain') return;
    for (const tail of node.tails) {
      if (analysis.ornaments.get(tail)?.name.name === from)
        edits.push({ from: tail.from, to: tail.to, text: `:${to}` });
    }
  });
  return applyEdits(source, edits);
}

/** Applies text edits to a source. If several start at the same offset, the first one wins. */
function applyEdits(source: string, edits: readonly Fix[]): string {
  const ordered = [...new Map(edits.toReversed().map((edit) => [edit.from, edit])).values()];
  const parts: string[] = [];
  let end = 0;
  for (const { from, to, text } of ordered.sort((a, b) => a.from - b.from)) {
    parts.push(source.slice(end, Math.max(from, end)), text);
    end = Math.max(to, end);
  }
  return parts.join('') + source.slice(end);
}
