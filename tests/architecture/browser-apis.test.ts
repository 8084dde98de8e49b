import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import adminConfig from '#admin/vite.config.ts';
import portalConfig from '#portal/vite.config.ts';
import { checksBrowserSupport } from './browser-apis.ts';
import { violations } from './rule.ts';
import { parse, product } from './sources.ts';

/** The code that browsers run; what fits a feature check is in this file. */
const shipped = product.filter(
  ({ path, folder }) =>
    ['portal', 'admin', 'schemas', 'grammar'].includes(folder) &&
    path !== 'portal/look/browserSupport.ts' &&
    !path.startsWith('schemas/generate/'),
);

describe('the supported browsers', () => {
  it('are the last two versions of Chrome, Edge and Firefox, and Safari 17.4, for which both apps are built', () => {
    const packageJson: object = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(Reflect.get(packageJson, 'browserslist')).toEqual([
      'last 2 Chrome versions',
      'last 2 Edge versions',
      'last 2 Firefox versions',
      'Safari >= 17.4',
      'iOS >= 17.4',
    ]);
    for (const { build } of [portalConfig, adminConfig]) expect(build?.target).toEqual(['safari17.4', 'ios17.4']);
  });

  it('have the APIs that the apps use, or a fallback', () => {
    expect(violations(checksBrowserSupport, shipped)).toEqual([]);
  });

  it.each([
    'element.checkVisibility()',
    'URL.canParse(text)',
    'popup.showPopover()',
    'Object.groupBy(rows, key)',
    'new Set(a).union(b)',
    'map.values().map(read)',
    'map.entries().toArray()',
  ])('lack %s', (text) => {
    expect(checksBrowserSupport(parse('portal/look/Table.tsx', text))).toHaveLength(1);
  });

  it.each([
    'Object.entries(map).map(read)',
    '[...map.values()].map(read)',
    'isVisible(element)',
    "'showPopover' in popup && popup.showPopover()",
  ])('have %s', (text) => {
    expect(checksBrowserSupport(parse('portal/look/Table.tsx', text))).toEqual([]);
  });
});
