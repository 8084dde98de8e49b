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
      good: 'Everyone who follows a link or types the address reaches you.',
      fair: 'Most people reach you, but some may see an error.',
      poor: 'People who look for you here find nothing and call a competitor.',
    },
  },
  https: {
    title: 'Is the connection safe?',
    weight: 10,
    means: {
      good: 'Browsers show your site as secure, and the connection is private.',
      fair: 'Your site supports secure connections, but not all visitors get one.',
      poor: "Browsers warn your customers that your site is 'Not secure'. Many turn back.",
    },
  },
  redirects: {
    title: 'Does it open without detours?',
    weight: 4,
    means: {
      good: 'People reach your page directly.',
      fair: 'People are redirected before they reach your page, which takes time on a phone.',
      poor: 'People are redirected so many times that some give up.',
    },
  },
  speed: {
    title: 'How fast is it?',
    weight: 14,
    means: {
      good: 'Your page responds quickly, so people stay.',
      fair: 'People have to wait a little. With each second, some of them leave.',
      poor: 'Your page is slow. About half of all people on phones leave after three seconds.',
    },
  },
  search: {
    title: 'What do people read in search results?',
    weight: 13,
    means: {
      good: 'Search results show a clear name and say what you offer.',
      fair: 'Search results show you, but could give better reasons to visit.',
      poor: 'Search results do not say who you are or what you offer, so few people will click on them.',
    },
  },
  mobile: {
    title: 'Does it work on phones?',
    weight: 14,
    means: {
      good: 'Your page is made for phones, where most people look first.',
      fair: 'Your page works on phones in part.',
      poor: 'On a phone your page is tiny and hard to read. Most people look on a phone first.',
    },
  },
  headings: {
    title: 'Is it easy to understand?',
    weight: 6,
    means: {
      good: 'Headings tell people and search engines what the page is about.',
      fair: 'Headings could say more clearly what the page is about.',
      poor: 'Nothing on the page says at a glance what it is about.',
    },
  },
  structure: {
    title: 'Do search engines know your business?',
    weight: 6,
    means: {
      good: 'Search engines can show your address, opening hours and phone number by themselves.',
      fair: 'Search engines know something about your business, but not everything that they could show.',
      poor: 'Search engines have to guess your address, opening hours and phone number.',
    },
  },
  contact: {
    title: 'Can people contact you?',
    weight: 10,
    means: {
      good: 'Phone number and address are on the page, so people can call or visit right away.',
      fair: 'Some of what people need to call or visit is missing.',
      poor: 'People who want to call or visit cannot find out how.',
    },
  },
  robots: {
    title: 'Can search engines find all pages?',
    weight: 4,
    means: {
      good: 'Search engines are allowed and get a list of your pages.',
      fair: 'Search engines are allowed, but get no list of your pages.',
      poor: 'Search engines are blocked, so you are hard to find.',
    },
  },
  links: {
    title: 'Do the links work?',
    weight: 4,
    means: {
      good: 'The links on your page work.',
      fair: 'Some links on your page are broken.',
      poor: 'Many links on your page are broken, which makes it look abandoned.',
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

/** One section in an earlier and a later report; null where it was not scored. */
interface SectionChange {
  key: SectionKey;
  title: string;
  before: number | null;
  after: number | null;
  /** The change in points; null if one of the two scores is missing. */
  difference: number | null;
}

type ScoredReport = Pick<AuditReport, 'sections'>;

/** Compares two audit reports section by section, in the order of the report. */
export function compareReports(earlier: ScoredReport, later: ScoredReport): SectionChange[] {
  return sectionKeys.map((key) => {
    const [before, after] = [scoreIn(earlier, key), scoreIn(later, key)];
    const difference = before === null || after === null ? null : after - before;
    return { key, title: sections[key].title, before, after, difference };
  });
}

const scoreIn = ({ sections: judged }: ScoredReport, key: SectionKey): number | null =>
  judged.find((section) => section.key === key)?.score ?? null;
