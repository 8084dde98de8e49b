import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { normalizeText } from '../values/case-folding.ts';
import { isList } from '../values/kind.ts';
import { isShort } from '../values/search.ts';
import { toText } from '../values/text.ts';

/** Implements `starts with`, on Unicode-normalized texts. */
export function hasStart(run: Run, haystack: string, part: string): boolean {
  run.spendText(part.length);
  return normalizeText(run, haystack).startsWith(normalizeText(run, part));
}

/** Implements `ends with`, on Unicode-normalized texts. */
export function hasEnd(run: Run, haystack: string, part: string): boolean {
  run.spendText(part.length);
  return normalizeText(run, haystack).endsWith(normalizeText(run, part));
}

type Work = (run: Run, sites: readonly Span[], operands: readonly unknown[]) => unknown;

/**
 * Implements `part … to …`: a substring by 1-based positions, both included. A surrogate pair counts as one character.
 */
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

/**
 * Implements `replace … with …`: replaces all occurrences from left to right. An empty search text replaces nothing.
 */
export const replaceText: Work = (run, [site = NOWHERE], [text, part, other]) => {
  if (typeof text !== 'string' || typeof part !== 'string' || typeof other !== 'string') return null;
  if (part === '') return text;
  const parts = piecesOf(run, site, text, part);
  run.growText(site, text.length + (parts.length - 1) * (other.length - part.length));
  return parts.join(other);
};

/** Implements `split`. An empty separator splits a text into its characters. */
export const splitText: Work = (run, [site = NOWHERE], [text, part]) => {
  if (typeof text !== 'string' || typeof part !== 'string') return null;
  const parts =
    part === ''
      ? Array.from(normalizeText(run, text).slice(0, 2 * run.host.limits.list + 2))
      : piecesOf(run, site, text, part);
  run.growList(site, parts.length);
  return parts;
};

function piecesOf(run: Run, site: Span, text: string, part: string): string[] {
  const [haystack, separator] = [normalizeText(run, text), normalizeText(run, part)];
  run.spendText(SPLITTING_COST * haystack.length);
  // For a long separator the engine's search may take the product of both lengths.
  if (!isShort(separator)) run.spend(Math.ceil((haystack.length * separator.length) / CHARACTERS_PER_STEP), site);
  const parts = haystack.split(separator);
  run.spend(parts.length, site);
  return parts;
}

const SPLITTING_COST = 4;
const CHARACTERS_PER_STEP = 512;

/** Implements `join`: the items of a list as one text with a separator. */
export const joinItems: Work = (run, [site = NOWHERE], [list, separator]) => {
  if (!isList(list) || typeof separator !== 'string') return null;
  const parts: string[] = [];
  let length = 0;
  for (const item of list) {
    run.spend(1);
    const part = toText(run, site, item);
    length += part.length + separator.length;
    run.growText(site, length);
    parts.push(part);
  }
  return parts.join(separator);
};

const NOWHERE: Span = { from: 0, to: 0 };
