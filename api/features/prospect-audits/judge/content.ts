import { type ScoringInput, type SectionScore, scoreOf } from './section-score.ts';

/** Lengths in characters that search results display. */
const title = { least: 10, most: 70 };
const description = { least: 50, most: 170 };

export function scoreSearch({ facts }: ScoringInput): SectionScore {
  const { title: named, description: described } = facts;
  return scoreOf([
    {
      worth: 6,
      found: fitOf(named.length, title),
      text: named ? `The title is “${short(named)}” (${lengthWords(named.length, title)}).` : 'The page has no title.',
    },
    {
      worth: 4,
      found: fitOf(described.length, description),
      text: described
        ? `The description is “${short(described)}” (${lengthWords(described.length, description)}).`
        : 'The page has no description for search results.',
    },
  ]);
}

export function scoreMobile({ facts: { viewport } }: ScoringInput): SectionScore {
  const fits = /width\s*=\s*device-width/i.test(viewport);
  const isZoomDisabled = /user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*1(\.0*)?\s*(,|$)/i.test(viewport);
  if (!viewport) return scoreOf([{ worth: 1, found: 0, text: 'The page does not adapt to phones (no viewport).' }]);
  return scoreOf([
    {
      worth: 8,
      found: fits ? 1 : 0,
      text: fits ? 'The page uses the width of the phone.' : 'The page has a fixed width.',
    },
    {
      worth: 2,
      found: isZoomDisabled ? 0 : 1,
      text: isZoomDisabled ? 'People cannot zoom in.' : 'People can zoom in.',
    },
  ]);
}

export function scoreHeadings({ facts }: ScoringInput): SectionScore {
  const { mainHeadings: first, moreHeadings: more } = facts;
  return scoreOf([
    {
      worth: 7,
      found: first.length === 1 ? 1 : first.length > 1 ? 0.6 : 0,
      text:
        first.length === 0
          ? 'The page has no main heading.'
          : first.length === 1
            ? `The main heading is “${short(first[0] ?? '')}”.`
            : `The page has ${first.length} main headings: one is clearer.`,
    },
    {
      worth: 3,
      found: more > 0 ? 1 : 0,
      text: more > 0 ? 'It has further headings.' : 'It has no further headings.',
    },
  ]);
}

/** Structured data that search engines use for a business. */
const requiredNames = ['telephone', 'address', 'openingHours'];

export function scoreStructuredData({ facts }: ScoringInput): SectionScore {
  const { structured: jsonLdTexts, isMarked, markedNames } = facts;
  const parsed = jsonLdTexts.filter(isJson);
  if (jsonLdTexts.length === 0 && !isMarked)
    return scoreOf([
      { worth: 1, found: 0, text: 'The page has no structured data about the business for search engines.' },
    ]);
  const propertyNames = [...parsed, ...markedNames].join(' ');
  const missing = requiredNames.filter((name) => !propertyNames.includes(name));
  return scoreOf([
    {
      worth: 5,
      found: isMarked || parsed.length > 0 ? (parsed.length < jsonLdTexts.length ? 0.5 : 1) : 0,
      text:
        parsed.length < jsonLdTexts.length
          ? 'Some of the structured data for search engines is invalid.'
          : 'The page has structured data for search engines.',
    },
    {
      worth: 5,
      found: 1 - missing.length / requiredNames.length,
      text:
        missing.length === 0
          ? 'It includes phone number, address and opening hours.'
          : `Missing: ${missing.map((name) => names[name] ?? name).join(', ')}.`,
    },
  ]);
}

const names: Record<string, string> = { telephone: 'phone number', address: 'address', openingHours: 'opening hours' };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const fitOf = (length: number, { least, most }: { least: number; most: number }): number =>
  length === 0 ? 0 : length < least || length > most ? 0.5 : 1;

const lengthWords = (length: number, { least, most }: { least: number; most: number }): string =>
  length < least ? 'rather short' : length > most ? 'longer than search results show' : 'a good length';

/** Truncates a text so that it fits into a sentence. */
const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 89).trimEnd()}…` : text);
