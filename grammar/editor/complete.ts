import { declarableType, kindOfType, type StaticType } from '../analysis/static-type.ts';
import { type AnalyzedScript, analyzeSource, type CompileOptions } from '../compile.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import { hostHelpers } from '../helpers/host.ts';
import { skipComment, skipWord, startOfWord } from '../syntax/characters.ts';
import { children, walk } from '../syntax/children.ts';
import type { Define, Name, Script, Span, SyntaxNode } from '../syntax/tree.ts';
import type { Schema, Type } from '../types.ts';
import { findComments } from './comments.ts';
import { typeText } from './format.ts';
import { KEYWORD_HELP } from './keywords.ts';

/** A completion item. It replaces the source between `from` and `to`. */
export interface Completion extends Span {
  readonly label: string;
  readonly kind: 'variable' | 'input' | 'key' | 'helper' | 'keyword';
  /** The type of the completed variable or key. */
  readonly detail?: string;
  readonly doc?: string;
}

/**
 * Autocompletion at an offset: form fields and variables after `$`, keys after `.`, helpers that accept the value's
 * type after `:`, otherwise keywords. Returns nothing inside texts and comments.
 */
export function complete(source: string, offset: number, options: CompileOptions = {}): readonly Completion[] {
  const cursor = cursorAt(source, offset);
  if (cursor === null) return [];
  // An unfinished name would make the statement unparsable, so a placeholder takes its place.
  const completeSource = `${source.slice(0, cursor.from)}${PLACEHOLDER}${source.slice(cursor.to)}`;
  const candidates = CANDIDATES[cursor.sign](cursor, analyzeSource(completeSource, options), options);
  const prefix = source.slice(cursor.from, offset).toLowerCase();
  return candidates
    .filter(({ label }) => label.replace(/^[$:]/, '').toLowerCase().startsWith(prefix))
    .map((candidate) => ({
      ...candidate,
      from: cursor.sign === '' || cursor.sign === '.' ? cursor.from : cursor.from - 1,
      to: cursor.to,
    }));
}

type Sign = '$' | '.' | ':' | '';
type Candidate = Omit<Completion, 'from' | 'to'>;

interface Cursor extends Span {
  readonly sign: Sign;
}

const PLACEHOLDER = 'x';

const CANDIDATES = {
  $: variables,
  '.': keys,
  ':': helpers,
  '': keywords,
} as const satisfies Record<Sign, (cursor: Cursor, examined: AnalyzedScript, options: CompileOptions) => Candidate[]>;

/** The word at an offset and the sign before it; null inside texts and comments. */
function cursorAt(source: string, offset: number): Cursor | null {
  const from = startOfWord(source, offset);
  const to = Math.max(skipWord(source, from), offset);
  const isCommented = findComments(source).some((comment) => comment.from < offset && offset <= comment.to);
  if (isCommented || isInText(source, offset)) return null;
  const before = source[from - 1];
  const sign = before === '$' || before === '.' || before === ':' ? before : '';
  return { from, to, sign };
}

function isInText(source: string, offset: number): boolean {
  let isInside = false;
  for (let at = 0; at < offset; at += 1) {
    if (isInside && source[at] === '\\') at += 1;
    else if (source[at] === '"') isInside = !isInside;
    else if (!isInside && source.startsWith('//', at)) at = skipComment(source, at);
  }
  return isInside;
}

function variables({ from }: Cursor, { script, analysis }: AnalyzedScript, { schema }: CompileOptions): Candidate[] {
  const { names, isInHelper } = symbolsInScope(script, from);
  const local = new Map(
    names.map((name): [string, Candidate] => {
      const binding = analysis.names.bindings.get(name);
      const type = binding === undefined ? 'any' : declarableType(analysis.types.ofBinding(binding));
      return [name.name, { label: `$${name.name}`, kind: 'variable', detail: typeText(type) }];
    }),
  );
  local.delete(PLACEHOLDER);
  if (isInHelper) local.set('input', { label: '$input', kind: 'variable', doc: 'The value that the helper is given' });
  return [...local.values(), ...inputs(schema).filter(({ label }) => !local.has(label.slice(1)))];
}

function inputs(schema: Schema = {}): Candidate[] {
  return Object.entries(schema).map(([name, type]) => ({ label: `$${name}`, kind: 'input', detail: typeText(type) }));
}

function keys({ from }: Cursor, { script, analysis }: AnalyzedScript): Candidate[] {
  const type = typeBefore(script, analysis, from);
  const record = typeof type === 'object' && 'record' in type ? type.record : {};
  return Object.entries(record).map(([label, one]: [string, Type]) => ({ label, kind: 'key', detail: typeText(one) }));
}

function helpers({ from }: Cursor, { script, analysis }: AnalyzedScript, options: CompileOptions): Candidate[] {
  const kind = kindOfType(typeBefore(script, analysis, from));
  const builtIn = [...BUILT_INS].filter(([, { accepts }]) => kind === null || accepts.includes(kind));
  const host = [...hostHelpers(options.helpers)].filter(
    ([, { input }]) => (kindOfType(input) ?? kind) === kind || kind === null,
  );
  const local = symbolsInScope(script, from).helpers;
  return [
    ...local.map(({ name }): Candidate => ({ label: `:${name.name}`, kind: 'helper', doc: 'Defined in this script' })),
    ...[...host, ...builtIn].map(([name, { doc }]): Candidate => ({ label: `:${name}`, kind: 'helper', doc })),
  ];
}

function keywords(): Candidate[] {
  return [...KEYWORD_HELP].map(([label, doc]) => ({ label, kind: 'keyword', doc }));
}

/** The type of the value before the `.` or `:` at an offset. */
function typeBefore(script: Script, analysis: AnalyzedScript['analysis'], offset: number): StaticType {
  let type: StaticType = 'any';
  walk(script, (node) => {
    if (node.type !== 'path' && node.type !== 'chain') return;
    const parts = node.type === 'path' ? node.keys : node.tails;
    const at = parts.findIndex((part) => part.from <= offset && offset <= part.to);
    const part = parts[at];
    if (part !== undefined) type = analysis.types.ofOperandOf(part);
  });
  return type;
}

/** The symbols in scope at a position, innermost last. */
interface SymbolsInScope {
  readonly names: readonly Name[];
  readonly helpers: readonly Define[];
  /** Whether the position is inside a helper, which sees $input but no variables from outside. */
  readonly isInHelper: boolean;
}

/** Finds the variables and helpers in scope at an offset, for completion. */
function symbolsInScope(script: Script, offset: number): SymbolsInScope {
  let names: Name[] = [];
  const helpers: Define[] = [];
  let isInHelper = false;
  const enter = (node: SyntaxNode): void => {
    if (node.type === 'define') {
      names = [];
      isInHelper = true;
    }
    if (node.type === 'each') names.push(...[node.item, node.alias].filter((name) => name !== null));
    for (const child of children(node)) {
      if (child.from < offset && offset <= child.to) enter(child);
      else if (child.to < offset && (node.type === 'script' || node.type === 'block')) declare(child);
    }
  };
  const declare = (node: SyntaxNode): void => {
    if (node.type === 'let') names.push(node.name);
    else if (node.type === 'take') names.push(...node.items.map(({ key, alias }) => alias ?? key));
    else if (node.type === 'define') helpers.push(node);
  };
  enter(script);
  return { names, helpers, isInHelper };
}
