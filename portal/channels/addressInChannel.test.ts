import { expect, it } from 'vitest';
import { addressInChannel } from '../palette/commands.ts';

const radio = { id: 'a'.repeat(24), name: 'Radio', slug: 'radio' };
const unnamed = { id: 'b'.repeat(24), name: 'Unnamed' };

it.each([
  ['/c/web/orders', '', '/c/radio/orders'],
  ['/c/web/orders', '?status=draft&form=x&page=3', '/c/radio/orders?status=draft'],
  ['/c/web/orders', '?status=gone', '/c/radio/orders'],
  ['/c/web/orders/new', '?client=x', '/c/radio/orders/new'],
  [`/c/web/orders/${'c'.repeat(24)}`, '', '/c/radio/orders'],
  ['/c/web/clients', '?search=x', '/c/radio/clients'],
  ['/c/web/clients/new', '', '/c/radio/clients/new'],
  [`/c/web/clients/${'c'.repeat(24)}`, '', '/c/radio/clients'],
  ['/c/web/nowhere', '', '/c/radio/orders'],
  ['/c', '', '/c/radio/orders'],
  ['/clients', '?status=draft', '/c/radio/orders'],
  ['/settings', '', '/c/radio/orders'],
  ['/', '', '/'],
])('addressInChannel maps %s%s to %s in another channel', (pathname, search, expected) => {
  expect(addressInChannel({ pathname, search }, radio)).toBe(expected);
});

it('addressInChannel uses the id of a channel that has no slug', () => {
  expect(addressInChannel({ pathname: '/c/web/clients', search: '' }, unnamed)).toBe(`/c/${unnamed.id}/clients`);
});
