import { type ScoringInput, type SectionScore, scoreOf } from './section-score.ts';

/** The page opened. Sites that did not open are scored without a page (`judge.ts`). */
export const scoreReachable = ({ page }: ScoringInput): SectionScore =>
  scoreOf([{ worth: 1, found: 1, text: `The page opened at ${page.url}.` }]);

export function scoreHttps({ page }: ScoringInput): SectionScore {
  const isSafe = page.url.startsWith('https:');
  const first = page.hops[0] ?? page.url;
  if (page.certificate) {
    return scoreOf([{ worth: 1, found: 0, text: `The certificate ${page.certificate}, so browsers show a warning.` }]);
  }
  if (isSafe) {
    const isRedirected = first.startsWith('http:');
    const led = isRedirected ? 'The site uses https and redirects visitors to it.' : 'The site uses https.';
    return scoreOf([{ worth: 1, found: 1, text: led }]);
  }
  const text = page.httpsAnswers
    ? 'The site supports https, but does not redirect visitors from http to it.'
    : 'The site does not support https.';
  return scoreOf([{ worth: 1, found: page.httpsAnswers ? 0.5 : 0, text }]);
}

export function scoreRedirects({ page }: ScoringInput): SectionScore {
  const times = page.hops.length;
  if (times === 0) return scoreOf([{ worth: 1, found: 1, text: 'The address opens the page without a redirect.' }]);
  const text = `Visitors are redirected ${times === 1 ? 'once' : `${times} times`} before the page opens.`;
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
      text: `The server responded after ${seconds.toFixed(1)} seconds.`,
    },
    {
      worth: 2,
      found: between(kilobytes, weighs.light, weighs.heavy),
      text: `The size of the page itself is ${Math.max(1, Math.round(kilobytes))} KB.`,
    },
    {
      worth: 1,
      found: page.isPacked || kilobytes < 10 ? 1 : 0,
      text: page.isPacked ? 'It is sent compressed.' : 'It is sent uncompressed, which makes it slower on phones.',
    },
    {
      worth: 1,
      found: between(blocking, 2, 10),
      text:
        blocking === 0
          ? 'No scripts delay its display.'
          : `${blocking} ${blocking === 1 ? 'script delays' : 'scripts delay'} its display.`,
    },
  ]);
}

/** Linear interpolation: 1 up to `best`, 0 from `worst`. */
const between = (value: number, best: number, worst: number): number =>
  Math.min(1, Math.max(0, (worst - value) / (worst - best)));
