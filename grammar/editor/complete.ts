import { kindOfType, known, type StaticType } from '../analysis/static-type.ts';
import type { CompileOptions } from '../compile.ts';
import { examine } from '../compile.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import { hostHelpers } from '../helpers/host.ts';
import { skipComment, skipWord, startOfWord } from '../syntax/characters.ts';
import { walk } from '../syntax/children.ts';
import type { Script, Span } from '../syntax/tree.ts';
import type { Schema, Type } from '../types.ts';
import { findComments } from './comments.ts';
import { KEYWORD_HELP } from './keywords.ts';
import { typeText } from './type-text.ts';
import { visibleAt } from './visible.ts';

/** A word that may stand at a place; it takes the place of what stands between `from` and `to`. */
export interface Completion extends Span {
  readonly label: string;
  readonly kind: 'variable' | 'input' | 'key' | 'helper' | 'keyword';
  /** The type of its value. */
  readonly detail?: string;
  readonly doc?: string;
}

/**
 * What an author may want to write at an offset: keys of the form and variables behind `$`, keys behind `.`, helpers that
 * fit behind `:`, and else the words of the language. Nothing in texts and comments.
 */
export function complete(source: string, offset: number, options: CompileOptions = {}): readonly Completion[] {
  const place = placeAt(source, offset);
  if (place === null) return [];
  // A name that is only begun would leave a statement that does not parse: a stand-in takes its place.
  const whole = `${source.slice(0, place.from)}${STAND_IN}${source.slice(place.to)}`;
  const found = CANDIDATES[place.sign](place, examine(whole, options), options);
  const begun = source.slice(place.from, offset).toLowerCase();
  return found
    .filter(({ label }) => label.replace(/^[$:]/, '').toLowerCase().startsWith(begun))
    .map((candidate) => ({
      ...candidate,
      from: place.sign === '' || place.sign === '.' ? place.from : place.from - 1,
      to: place.to,
    }));
}

type Sign = '$' | '.' | ':' | '';
type Candidate = Omit<Completion, 'from' | 'to'>;

interface Place extends Span {
  readonly sign: Sign;
}

type Analyzed = ReturnType<typeof examine>;

const STAND_IN = 'x';

const CANDIDATES = {
  $: variables,
  '.': keys,
  ':': helpers,
  '': keywords,
} as const satisfies Record<Sign, (place: Place, analyzed: Analyzed, options: CompileOptions) => Candidate[]>;

/** The word around an offset and the sign before it; null inside of texts and comments. */
function placeAt(source: string, offset: number): Place | null {
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

function variables({ from }: Place, { script, analysis }: Analyzed, { schema }: CompileOptions): Candidate[] {
  const { names, isInHelper } = visibleAt(script, from);
  const own = new Map(
    names.map((name): [string, Candidate] => {
      const binding = analysis.names.bindings.get(name);
      const type = binding === undefined ? 'any' : known(analysis.types.ofBinding(binding));
      return [name.name, { label: `$${name.name}`, kind: 'variable', detail: typeText(type) }];
    }),
  );
  own.delete(STAND_IN);
  if (isInHelper) own.set('input', { label: '$input', kind: 'variable', doc: 'The value that the helper is given' });
  return [...own.values(), ...inputs(schema).filter(({ label }) => !own.has(label.slice(1)))];
}

function inputs(schema: Schema = {}): Candidate[] {
  return Object.entries(schema).map(([name, type]) => ({ label: `$${name}`, kind: 'input', detail: typeText(type) }));
}

function keys({ from }: Place, { script, analysis }: Analyzed): Candidate[] {
  const type = typeBefore(script, analysis, from);
  const record = typeof type === 'object' && 'record' in type ? type.record : {};
  return Object.entries(record).map(([label, one]: [string, Type]) => ({ label, kind: 'key', detail: typeText(one) }));
}

function helpers({ from }: Place, { script, analysis }: Analyzed, options: CompileOptions): Candidate[] {
  const kind = kindOfType(typeBefore(script, analysis, from));
  const built = [...BUILT_INS].filter(([, { accepts }]) => kind === null || accepts.includes(kind));
  const host = [...hostHelpers(options.helpers)].filter(
    ([, { input }]) => (kindOfType(input) ?? kind) === kind || kind === null,
  );
  const own = visibleAt(script, from).helpers;
  return [
    ...own.map(({ name }): Candidate => ({ label: `:${name.name}`, kind: 'helper', doc: 'Defined in this script' })),
    ...[...host, ...built].map(([name, { doc }]): Candidate => ({ label: `:${name}`, kind: 'helper', doc })),
  ];
}

function keywords(): Candidate[] {
  return [...KEYWORD_HELP].map(([label, doc]) => ({ label, kind: 'keyword', doc }));
}

/** The type of what stands before the `.` or `:` at an offset. */
function typeBefore(script: Script, analysis: Analyzed['analysis'], offset: number): StaticType {
  let type: StaticType = 'any';
  walk(script, (node) => {
    if (node.type !== 'path' && node.type !== 'chain') return;
    const parts = node.type === 'path' ? node.keys : node.tails;
    const at = parts.findIndex((part) => part.from <= offset && offset <= part.to);
    const part = parts[at];
    if (part !== undefined) type = analysis.types.before(part);
  });
  return type;
}
