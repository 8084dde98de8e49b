import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { composed } from '../values/folding.ts';
import { isList } from '../values/kind.ts';
import { isShort } from '../values/search.ts';
import { toText } from '../values/text.ts';

export function hasStart(run: Run, whole: string, part: string): boolean {
  run.spendText(part.length);
  return composed(run, whole).startsWith(composed(run, part));
}

export function hasEnd(run: Run, whole: string, part: string): boolean {
  run.spendText(part.length);
  return composed(run, whole).endsWith(composed(run, part));
}

type Work = (run: Run, sites: readonly Span[], operands: readonly unknown[]) => unknown;

/** Characters from 1, both included; a surrogate pair is one. */
export const partOf: Work = (run, [, fromSite = NOWHERE, toSite = NOWHERE], [text, from, to]) => {
  if (typeof text !== 'string' || typeof from !== 'number' || typeof to !== 'number') return null;
  if (!Number.isInteger(from)) return run.expect(fromSite, 'a whole number', 'number');
  if (!Number.isInteger(to)) return run.expect(toSite, 'a whole number', 'number');
  const begin = Math.max(from, 1) - 1;
  if (to <= begin) return '';
  run.spendText(text.length);
  if (!PAIRS.test(text)) return text.slice(begin, to);
  const characters = Array.from(text.slice(0, 2 * to)).slice(begin, to);
  run.spend(characters.length);
  return characters.join('');
};

const PAIRS = /[\ud800-\udbff]/;

/** All occurrences, from the left; an empty text is in none. */
export const replaced: Work = (run, [site = NOWHERE], [text, part, other]) => {
  if (typeof text !== 'string' || typeof part !== 'string' || typeof other !== 'string') return null;
  if (part === '') return text;
  const parts = piecesOf(run, site, text, part);
  run.growText(site, text.length + (parts.length - 1) * (other.length - part.length));
  return parts.join(other);
};

/** By an empty text into its characters. */
export const splitText: Work = (run, [site = NOWHERE], [text, part]) => {
  if (typeof text !== 'string' || typeof part !== 'string') return null;
  const parts =
    part === ''
      ? Array.from(composed(run, text).slice(0, 2 * run.host.limits.list + 2))
      : piecesOf(run, site, text, part);
  run.growList(site, parts.length);
  return parts;
};

function piecesOf(run: Run, site: Span, text: string, part: string): string[] {
  const [whole, between] = [composed(run, text), composed(run, part)];
  run.spendText(SPLITTING_COST * whole.length);
  // The engine's search may look at each character of a long part for each of the whole.
  if (!isShort(between)) run.spend(Math.ceil((whole.length * between.length) / CHARACTERS_PER_STEP), site);
  const parts = whole.split(between);
  run.spend(parts.length, site);
  return parts;
}

const SPLITTING_COST = 4;
const CHARACTERS_PER_STEP = 512;

export const joined: Work = (run, [site = NOWHERE], [list, between]) => {
  if (!isList(list) || typeof between !== 'string') return null;
  const parts: string[] = [];
  let length = 0;
  for (const item of list) {
    run.spend(1);
    const part = toText(run, site, item);
    length += part.length + between.length;
    run.growText(site, length);
    parts.push(part);
  }
  return parts.join(between);
};

const NOWHERE: Span = { from: 0, to: 0 };
