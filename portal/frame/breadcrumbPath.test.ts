import { describe, expect, it } from 'vitest';
import { crumbsOf, documentTitle } from './breadcrumbPath.ts';

const routes = [
  { path: '/', title: 'Home' },
  { path: '/c', title: 'Order Management' },
  { path: '/c/:slug', title: ({ channel }: { channel: string }) => channel },
  { path: '/c/:slug/orders', title: 'Orders' },
  { path: '/c/:slug/orders/new', title: 'New Order' },
  { path: '/c/:slug/orders/:orderId', title: 'Order' },
];

describe('breadcrumbs', () => {
  it('list every ancestor route from Home to the current page', () => {
    expect(crumbsOf('/c/radio/orders/new', routes, { channel: 'Radio' })).toEqual([
      { href: '/', title: 'Home' },
      { href: '/c', title: 'Order Management' },
      { href: '/c/radio', title: 'Radio' },
      { href: '/c/radio/orders', title: 'Orders' },
      { href: '/c/radio/orders/new', title: 'New Order' },
    ]);
  });

  it('use the title of the route for a record', () => {
    expect(crumbsOf('/c/radio/orders/7', routes, { channel: 'Radio' }).at(-1)).toEqual({
      href: '/c/radio/orders/7',
      title: 'Order',
    });
  });
});

describe('documentTitle', () => {
  it('is "Portal", with a subtitle after a colon', () => {
    expect([documentTitle(''), documentTitle('Drafts')]).toEqual(['Portal', 'Portal: Drafts']);
  });
});
