import { describe, expect, it } from 'vitest';
import type { SectionKey } from '#schemas/audits/sections.ts';
import type { ProspectAudit } from '#schemas/generated/types.ts';
import { parsePage } from '../page/page-facts.ts';
import type { VisitedPage } from '../page/site-visit.ts';
import { scoreVisit } from './judge.ts';

const page = (html: string, fields: Partial<VisitedPage> = {}): VisitedPage => ({
  ...{ url: 'https://bakery.example/', hops: [], certificate: null, milliseconds: 200, bytes: html.length },
  ...{ isPacked: true, httpsAnswers: true, robots: null, links: [] },
  facts: parsePage(html),
  ...fields,
});

const judged = (html: string, fields: Partial<VisitedPage> = {}, audit: Partial<ProspectAudit> = {}) =>
  scoreVisit({ outcome: 'complete', reason: '', page: page(html, fields) }, audit);

function scoreOf(key: SectionKey, ...given: Parameters<typeof judged>): number | null | undefined {
  return judged(...given).sections.find((section) => section.key === key)?.score;
}

const links = (...statuses: (number | null)[]) =>
  statuses.map((status, at) => ({ url: `https://a.example/${at}`, status }));
const all = { isThere: true, forbidsAll: false, hasSitemap: true };
const json = (text: string) => `<script type="application/ld+json">${text}</script>`;

describe('the score of section', () => {
  it.each<[SectionKey, string, string, Partial<VisitedPage>, number | null]>([
    ['https', 'a safe page', '', {}, 100],
    ['https', 'a bad certificate', '', { certificate: 'has expired' }, 0],
    ['https', 'safe for who asks', '', { url: 'http://bakery.example/' }, 50],
    ['https', 'never safe', '', { url: 'http://bakery.example/', httpsAnswers: false }, 0],
    ['redirects', 'none', '', {}, 100],
    ['redirects', 'one', '', { hops: ['a'] }, 90],
    ['redirects', 'four', '', { hops: ['a', 'b', 'c', 'd'] }, 0],
    ['speed', 'quick, light and packed', '', {}, 100],
    ['speed', 'slow', '', { milliseconds: 4_000 }, 40],
    ['search', 'nothing to show', '<p>Hello</p>', {}, 0],
    ['search', 'a short title alone', '<title>Hi</title>', {}, 30],
    ['mobile', 'no viewport', '', {}, 0],
    ['mobile', 'fixed', '<meta name=viewport content="width=1024">', {}, 20],
    ['mobile', 'not to be enlarged', '<meta name=viewport content="width=device-width, user-scalable=no">', {}, 80],
    ['mobile', 'fit', '<meta NAME="Viewport" content="width=device-width">', {}, 100],
    ['headings', 'none', '<p>Hello</p>', {}, 0],
    ['headings', 'one that is empty', '<h1> </h1>', {}, 0],
    ['headings', 'a picture with words', '<h1><img alt="Bakery"></h1><h2>More</h2>', {}, 100],
    ['headings', 'two main ones', '<h1>A</h1><h1>B</h1><h2>C</h2>', {}, 72],
    ['structure', 'nothing', '', {}, 0],
    ['structure', 'broken', json('{"telephone":'), {}, 0],
    ['structure', 'a phone number', json('{"telephone":"1"}'), {}, 67],
    ['robots', 'not looked at', '', {}, null],
    ['robots', 'excluded by the page', '<meta name=robots content=NOINDEX>', { robots: all }, 0],
    ['robots', 'let in, listed', '', { robots: all }, 100],
    ['links', 'none to try', '', {}, null],
    ['links', 'one of four gone, one that keeps us out', '', { links: links(200, 404, 403, 301) }, 75],
    ['links', 'those that were not tried do not count', '', { links: links(200, null, 0) }, 50],
  ])('%s: %s', (key, _case, html, fields, score) => {
    expect(scoreOf(key, html, fields)).toBe(score);
  });

  it('contact compares the contact data of the audit with the page', () => {
    const html =
      '<p>Call 555.123.4567, 12 Main\n Street</p><script>springfield()</script><a href="mailto:a@b.example">';
    const audit = { businessPhone: '+1 (555) 123-4567', businessBuildingNo: '12', businessStreet: 'Main Street' };
    expect(scoreOf('contact', html, {}, audit)).toBe(100);
    expect(scoreOf('contact', html, {}, { ...audit, businessCity: 'Springfield' })).toBe(90);
    expect(scoreOf('contact', '<p>Hello</p>', {}, audit)).toBe(0);
  });
});

describe('a section about time', () => {
  it.each([
    ['redirects', '', { hops: ['a'] }, 'Visitors are redirected once before the page opens.'],
    ['speed', '<head><script src=a.js></script></head>', {}, '1 script delays its display.'],
  ])('%s never marks as good what costs time', (key, html, fields, text) => {
    const findings = judged(html, fields).sections.find((section) => section.key === key)?.findings;
    expect(findings).toContainEqual({ mark: 'fair', text });
  });
});

describe('the contact section', () => {
  it.each([
    ['1', 'Main St', 'Visit us at 1 Main Street, Springfield'],
    ['1', 'Main Street', 'Visit us: 1 Main St. Springfield'],
    ['20', 'North Oak Boulevard', '20 N. Oak Blvd'],
    ['7', 'St. Mary Ave', '7 Saint Mary Avenue'],
  ])('reads %s %s in "%s"', (businessBuildingNo, businessStreet, text) => {
    const { findings = [] } = judged(`<p>${text}</p>`, {}, { businessBuildingNo, businessStreet }).sections.find(
      ({ key }) => key === 'contact',
    ) ?? { findings: [] };
    expect(findings).toContainEqual(expect.objectContaining({ mark: 'good', text: expect.stringContaining('street') }));
  });

  it('reads no street in a longer number or word', () => {
    const findings = judged('<p>11 Main Streetcar</p>', {}, { businessBuildingNo: '1', businessStreet: 'Main St' })
      .sections.find(({ key }) => key === 'contact')
      ?.findings.filter(({ mark }) => mark === 'good');
    expect(findings).toEqual([]);
  });
});

describe('a judgement', () => {
  it('averages the sections by weight and leaves out those without a score', () => {
    const { score, sections } = judged('');
    const known = sections.filter((section) => section.score !== null);
    const weights = known.reduce((sum, { weight }) => sum + weight, 0);
    expect(known.length).toBe(sections.length - 2);
    expect(score).toBe(Math.round(known.reduce((sum, each) => sum + (each.score ?? 0) * each.weight, 0) / weights));
  });

  it('a judgement of a page that could not be opened contains only the section reachable', () => {
    const closed = scoreVisit({ outcome: 'unreachable', reason: 'Nothing answers.', page: null }, {});
    expect(closed).toMatchObject({ score: 0, visitedUrl: null, sections: [{ key: 'reachable', score: 0 }] });
    expect(scoreVisit({ outcome: 'blocked', reason: 'Keep out.', page: null }, {})).toMatchObject({ score: null });
  });

  it('handles input that is no valid page', () => {
    for (const html of ['', '\0\0', '<', '<div>'.repeat(2_000), `<title>${'x'.repeat(1e6)}`])
      expect(judged(html).sections).toHaveLength(11);
  });
});
