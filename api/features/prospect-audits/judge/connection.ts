import { type ScoringInput, type SectionScore, scoreOf } from './section-score.ts';

/** The page opened. Sites that did not open are scored without a page (`judge.ts`). */
export const scoreReachable = ({ page }: ScoringInput): SectionScore =>
  scoreOf([{ worth: 1, found: 1, text: `The page opened at ${page.url}.` }]);

export function scoreHttps({ page }: ScoringInput): SectionScore {
  const isSafe = page.url.startsWith('https:');
  const first = page.hops[0] ?? page.url;
  if (page.certificate) {
    return scoreOf([{ worth: 1, found: 0, text: `The certificate ${page.certificate}: browsers warn of the site.` }]);
  }
  if (isSafe) {
    const isRedirected = first.startsWith('http:');
    const led = isRedirected
      ? 'The site opens safely (https), and leads visitors there by itself.'
      : 'The site opens safely (https).';
    return scoreOf([{ worth: 1, found: 1, text: led }]);
  }
  const text = page.httpsAnswers
    ? 'The site can be opened safely (https), but visitors who do not ask for it stay on the unsafe one.'
    : 'The site can not be opened safely (https).';
  return scoreOf([{ worth: 1, found: page.httpsAnswers ? 0.5 : 0, text }]);
}

export function scoreRedirects({ page }: ScoringInput): SectionScore {
  const times = page.hops.length;
  if (times === 0) return scoreOf([{ worth: 1, found: 1, text: 'The address leads straight to the page.' }]);
  const text = `Visitors are sent on ${times === 1 ? 'once' : `${times} times`} before the page opens.`;
  return scoreOf([{ worth: 1, found: times === 1 ? 1 : times === 2 ? 0.7 : times === 3 ? 0.4 : 0, text }]);
}

/**
 * Response times in seconds that people hardly notice and after which they leave, and page sizes in KiB accordingly.
 */
const answers = { quick: 0.6, slow: 3 };
const weighs = { light: 150, heavy: 1_500 };

export function scoreSpeed({ page, facts }: ScoringInput): SectionScore {
  const seconds = page.milliseconds / 1_000;
  const kilobytes = page.bytes / 1_024;
  const blocking = facts.blockingScripts;
  return scoreOf([
    {
      worth: 6,
      found: between(seconds, answers.quick, answers.slow),
      text: `The server answered after ${seconds.toFixed(1)} seconds.`,
    },
    {
      worth: 2,
      found: between(kilobytes, weighs.light, weighs.heavy),
      text: `The page itself weighs ${Math.max(1, Math.round(kilobytes))} KB.`,
    },
    {
      worth: 1,
      found: page.isPacked || kilobytes < 10 ? 1 : 0,
      text: page.isPacked ? 'It is sent packed.' : 'It is sent as it is, not packed: that costs time on phones.',
    },
    {
      worth: 1,
      found: between(blocking, 2, 10),
      text:
        blocking === 0
          ? 'Nothing has to be loaded before it shows.'
          : `${blocking} ${blocking === 1 ? 'script has' : 'scripts have'} to be loaded before it shows.`,
    },
  ]);
}

/** Linear interpolation: 1 up to `best`, 0 from `worst`. */
const between = (value: number, best: number, worst: number): number =>
  Math.min(1, Math.max(0, (worst - value) / (worst - best)));
