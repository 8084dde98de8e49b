import type { AuditReport } from '../generated/types.ts';

/** The sections of an audit of a web site, by their key in the schema. */
export type SectionKey = AuditReport['sections'][number]['key'];

export type Finding = AuditReport['sections'][number]['findings'][number];

/** A rating of a score: good, fair or poor. */
export type Rating = Finding['mark'];

interface SectionWords {
  title: string;
  /** The weight in the overall score. */
  weight: number;
  /** What each rating means for the business, addressed to its owner. */
  means: Record<Rating, string>;
}

/** The sections in the order of the report. */
export const sections: Record<SectionKey, SectionWords> = {
  reachable: {
    title: 'Can people open it?',
    weight: 15,
    means: {
      good: 'Whoever follows a link or types the address gets to you.',
      fair: 'Most people get to you, some may meet an error.',
      poor: 'People who look for you here find nothing, and call somebody else.',
    },
  },
  https: {
    title: 'Is the connection safe?',
    weight: 10,
    means: {
      good: 'Browsers show your site as safe, and nobody can read along.',
      fair: 'Your site can be opened safely, but not everybody is led there.',
      poor: "Browsers warn your customers that your site is 'Not secure'. Many turn back.",
    },
  },
  redirects: {
    title: 'Is the way there short?',
    weight: 4,
    means: {
      good: 'People arrive at once.',
      fair: 'People are sent on before they arrive, which costs time on a phone.',
      poor: 'People are sent around so often that some give up.',
    },
  },
  speed: {
    title: 'How fast is it?',
    weight: 14,
    means: {
      good: 'Your page answers quickly: people stay.',
      fair: 'Your page lets people wait a little. Each second costs some of them.',
      poor: 'Your page is slow. About half of all people on phones leave after three seconds.',
    },
  },
  search: {
    title: 'What do people read in search results?',
    weight: 13,
    means: {
      good: 'Search results show a clear name and say what you offer.',
      fair: 'Search results show you, but could say better why to come.',
      poor: 'Search results do not say who you are or what you offer: few will press on them.',
    },
  },
  mobile: {
    title: 'Does it fit a phone?',
    weight: 14,
    means: {
      good: 'Your page is made for phones, where most people look first.',
      fair: 'Your page fits phones in part.',
      poor: 'On a phone your page is tiny and hard to read. Most people look on a phone first.',
    },
  },
  headings: {
    title: 'Is it easy to take in?',
    weight: 6,
    means: {
      good: 'Headings tell people and search engines what the page is about.',
      fair: 'Headings could tell more clearly what the page is about.',
      poor: 'Nothing on the page says at a glance what it is about.',
    },
  },
  structure: {
    title: 'Do search engines know your business?',
    weight: 6,
    means: {
      good: 'Search engines can show your address, opening hours and phone number by themselves.',
      fair: 'Search engines learn something of your business, but not all that they could show.',
      poor: 'Search engines have to guess your address, opening hours and phone number.',
    },
  },
  contact: {
    title: 'Can people reach you from it?',
    weight: 10,
    means: {
      good: 'Phone number and address are on the page: people can call or come at once.',
      fair: 'Some of what people need to call or come is missing.',
      poor: 'People who want to call or come do not find how.',
    },
  },
  robots: {
    title: 'Can search engines find all pages?',
    weight: 4,
    means: {
      good: 'Search engines are let in and told which pages there are.',
      fair: 'Search engines are let in, but not told which pages there are.',
      poor: 'Search engines are kept out: you are hard to find.',
    },
  },
  links: {
    title: 'Do the links work?',
    weight: 4,
    means: {
      good: 'The links on your page lead where they should.',
      fair: 'Some links on your page lead nowhere.',
      poor: 'Many links on your page lead nowhere: it looks abandoned.',
    },
  },
};

const keys: readonly string[] = Object.keys(sections);

const isSectionKey = (key: string): key is SectionKey => keys.includes(key);

/** The section keys in the order of the report. */
export const sectionKeys: readonly SectionKey[] = keys.filter(isSectionKey);

/** The rating of a score from 0 to 100. */
export const ratingOf = (score: number): Rating => (score >= 80 ? 'good' : score >= 50 ? 'fair' : 'poor');

/** The weighted mean of the scores; null if there are none. */
export function overallScore(judged: readonly { score: number | null; weight: number }[]): number | null {
  const known = judged.flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]));
  const weights = known.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return null;
  return Math.round(known.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights);
}
