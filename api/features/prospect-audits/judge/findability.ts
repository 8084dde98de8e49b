import { oneLine } from '../page/page-facts.ts';
import { type Criterion, type ScoringInput, type SectionScore, scoreOf } from './section-score.ts';

/** Checks whether the contact data in the audit appear on the page. */
export function scoreContact({ facts, audit }: ScoringInput): SectionScore {
  const { text, linkTargets: links, hasForm } = facts;
  const structured = facts.structured.join(' ');
  const points = [
    phonePoint({ businessPhone: audit.businessPhone ?? '', text: `${text} ${links.join(' ')} ${structured}`, links }),
    ...addressPoints(audit, `${text} ${structured}`),
    {
      worth: 2,
      found: links.some((href) => /^(mailto:|tel:)/i.test(href)) || hasForm ? 1 : 0,
      text: links.some((href) => /^(mailto:|tel:)/i.test(href))
        ? 'People can call or write with one tap.'
        : hasForm
          ? 'People can write with a form.'
          : 'There are no links to call or write.',
    },
  ];
  return scoreOf(points);
}

interface PhoneSearch {
  businessPhone: string;
  text: string;
  links: string[];
}

function phonePoint({ businessPhone, text, links }: PhoneSearch): Criterion {
  const digits = lastDigits(businessPhone);
  if (digits) {
    const isThere = text.replace(/\D+/g, '').includes(digits);
    return {
      worth: 5,
      found: isThere ? 1 : 0,
      text: isThere
        ? `The phone number ${businessPhone} is on the page.`
        : `The phone number ${businessPhone} is not on the page.`,
    };
  }
  const hasAnyPhone = links.some((href) => /^tel:/i.test(href)) || /\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}/.test(text);
  return {
    worth: 5,
    found: hasAnyPhone ? 1 : 0,
    text: hasAnyPhone ? 'A phone number is on the page.' : 'No phone number is on the page.',
  };
}

/** The last ten digits of a phone number, without the country code; empty for anything that is not a number. */
const lastDigits = (phone: string): string => {
  const digits = phone.replace(/\D+/g, '');
  return digits.length < 7 ? '' : digits.slice(-10);
};

function addressPoints(
  { businessName, businessStreet, businessBuildingNo, businessCity, businessZip }: ScoringInput['audit'],
  text: string,
): Criterion[] {
  const street = [businessBuildingNo, businessStreet].filter(Boolean).join(' ');
  const expectedParts = [
    { label: 'name', value: businessName ?? '', worth: 1 },
    { label: 'street', value: street, worth: 2 },
    { label: 'city', value: businessCity ?? '', worth: 1 },
    { label: 'ZIP code', value: businessZip ?? '', worth: 1 },
  ];
  const words = addressWords(text);
  return expectedParts.flatMap(({ label, value, worth }) => {
    if (value.trim() === '') return [];
    const isThere = words.includes(addressWords(value));
    return [
      {
        worth,
        found: isThere ? 1 : 0,
        text: `The ${label} “${oneLine(value)}” is ${isThere ? '' : 'not '}on the page.`,
      },
    ];
  });
}

/** The words of an address in their short forms, so that '1 Main St.' equals '1 Main Street'. */
const addressWords = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => abbreviations.get(word) ?? word).join(' ')} `;

/** Words of US addresses and their short forms (USPS Publication 28). */
const abbreviations = new Map(
  Object.entries({
    ...{ street: 'st', saint: 'st', avenue: 'ave', av: 'ave', boulevard: 'blvd', road: 'rd', drive: 'dr', lane: 'ln' },
    ...{ court: 'ct', place: 'pl', square: 'sq', highway: 'hwy', parkway: 'pkwy', terrace: 'ter', circle: 'cir' },
    ...{ suite: 'ste', apartment: 'apt', building: 'bldg', floor: 'fl', fort: 'ft', mount: 'mt' },
    ...{ north: 'n', south: 's', east: 'e', west: 'w' },
    ...{ northeast: 'ne', northwest: 'nw', southeast: 'se', southwest: 'sw' },
  }),
);

export function scoreRobots({ page, facts }: ScoringInput): SectionScore {
  if (!page.robots) return scoreOf([]);
  const { isThere, forbidsAll, hasSitemap } = page.robots;
  const isHidden = forbidsAll || /noindex|none/i.test(facts.robots);
  if (isHidden) return scoreOf([{ worth: 1, found: 0, text: 'The site blocks search engines.' }]);
  return scoreOf([
    { worth: 5, found: 1, text: 'The site allows search engines.' },
    {
      worth: 3,
      found: hasSitemap ? 1 : 0,
      text: hasSitemap ? 'There is a sitemap.' : 'There is no sitemap.',
    },
    { worth: 2, found: isThere ? 1 : 0, text: isThere ? 'There is a robots.txt.' : 'There is no robots.txt.' },
  ]);
}

/** Statuses of a broken link. Other errors may only block bots like us. */
const isBroken = (status: number | null): boolean =>
  status === 0 || status === 404 || status === 410 || (status ?? 0) >= 500;

export function scoreLinks({ page }: ScoringInput): SectionScore {
  const tried = page.links.filter(({ status }) => status !== null);
  const broken = tried.filter(({ status }) => isBroken(status));
  if (tried.length === 0) return { score: null, findings: [{ mark: 'fair', text: 'The page has no links to check.' }] };
  const good = tried.length - broken.length;
  const all = {
    worth: 1,
    found: good / tried.length,
    text: `${good} of ${tried.length} checked links work.`,
  };
  const named = broken
    .slice(0, 5)
    .map(({ url }) => ({ mark: 'poor' as const, text: `Broken link: ${url.slice(0, 200)}` }));
  const judged = scoreOf([all]);
  return { ...judged, findings: [...judged.findings, ...named] };
}
