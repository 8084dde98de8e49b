import { walk } from '../syntax/children.ts';
import type { ChainPart, Name, Script, Span } from '../syntax/tree.ts';
import type { Type } from '../types.ts';
import type { Analysis } from './analysis.ts';
import type { Binding } from './binding.ts';
import { declarableType } from './static-type.ts';

/** A symbol that the script declares, without its `$` or `:`. */
export interface ScriptSymbol extends Span {
  readonly name: string;
  readonly kind: 'let' | 'take' | 'item' | 'define';
  /** The type of the variable, or the result type of a helper. */
  readonly type: Type;
}

/** One use of a name in the source. */
export interface Reference extends Span {
  readonly name: string;
  readonly kind: Binding['kind'] | 'define' | 'helper';
  /** The declaration in the script; absent for input keys, built-in helpers and host helpers. */
  readonly declared?: Span;
}

/** Lists the declarations of a script for an editor's outline, completion and rename. */
export function findSymbols(script: Script, { names, types }: Analysis): readonly ScriptSymbol[] {
  const symbols: ScriptSymbol[] = [];
  const add = (name: Name | null): void => {
    const binding = name === null ? undefined : names.bindings.get(name);
    if (name === null || binding === undefined || !isDeclared(binding.kind)) return;
    symbols.push({
      name: name.name,
      kind: binding.kind,
      from: name.from,
      to: name.to,
      type: declarableType(types.ofBinding(binding)),
    });
  };
  walk(script, (node) => {
    if (node.type === 'let') add(node.name);
    else if (node.type === 'take') for (const item of node.items) add(item.alias ?? item.key);
    else if (node.type === 'each') [node.item, node.alias].forEach(add);
    else if (node.type === 'define') {
      const { name, from, to } = node.name;
      symbols.push({ name, kind: 'define', from, to, type: declarableType(types.of(node.body)) });
    }
  });
  return symbols;
}

/** Lists all uses of names and helpers in source order, for go to definition, find references and rename. */
export function findReferences(script: Script, { names, ornaments }: Analysis): readonly Reference[] {
  const references: Reference[] = [];
  const add = (name: Name, binding: Binding | undefined): void => {
    if (binding !== undefined) references.push({ ...place(name), kind: binding.kind, ...declaredAt(binding.declared) });
  };
  const ornament = (tail: ChainPart): Reference => {
    const define = ornaments.get(tail);
    return { ...place(tail), kind: define === undefined ? 'helper' : 'define', ...declaredAt(define?.name ?? null) };
  };
  walk(script, (node) => {
    if (node.type === 'variable') add(node, names.bindings.get(node));
    else if (node.type === 'take') {
      for (const item of node.items) {
        const source = names.takes.get(item);
        if (source !== undefined && 'binding' in source) add(item.key, source.binding);
      }
    } else if (node.type === 'chain') {
      for (const tail of node.tails) if (tail.type === 'ornament') references.push(ornament(tail));
    }
  });
  return references.sort((a, b) => a.from - b.from);
}

function place({ name, from, to }: Name): Pick<Reference, 'name' | 'from' | 'to'> {
  return { name, from, to };
}

function declaredAt(name: Span | null): Pick<Reference, 'declared'> {
  return name === null ? {} : { declared: { from: name.from, to: name.to } };
}

function isDeclared(kind: Binding['kind']): kind is 'let' | 'take' | 'item' {
  return kind === 'let' || kind === 'take' || kind === 'item';
}
