import { describe, expect, it } from 'vitest';
import { type AbilityRule, abilityOf } from '../session/ability.ts';
import { newOrderCommands, resultCommands, screenCommands } from './commands.ts';
import { filterCommands } from './PaletteDialog.tsx';

const radio = { id: 'a'.repeat(24), name: 'Radio', slug: 'radio' };
const web = { id: 'b'.repeat(24), name: 'Websites', slug: 'web' };
const place = (rules: AbilityRule[], flags = 0) => ({
  user: { roles: [], guild: flags ? 'g' : null, guildFlags: flags },
  ability: abilityOf(rules),
  channels: [radio, web],
  channel: web,
});
const seller: AbilityRule[] = ['Order', 'Client', 'Channel'].map((subject) => ({
  action: ['create', 'read'],
  subject: subject === 'Order' ? 'Order' : subject === 'Client' ? 'Client' : 'Channel',
}));
const reader: AbilityRule[] = [{ action: 'read', subject: 'GuildResource' }];
const titles = (commands: { title: string }[]) => commands.map(({ title }) => title);

describe('the screens of the command palette', () => {
  it("are those that the person may see, the selected channel's first", () => {
    expect(titles(screenCommands(place(seller)))).toEqual([
      'Home',
      ...['Orders in Websites', 'Drafts in Websites', 'Clients in Websites'],
      ...['Orders in Radio', 'Drafts in Radio', 'Clients in Radio'],
      ...['Clients', 'New Client', 'Channels', 'Settings'],
    ]);
  });

  it('are those of a guild for a person with guild access only', () => {
    const managerPlace = { ...place(reader, 1), channels: [], channel: undefined };
    expect(titles(screenCommands(managerPlace))).toEqual(['Home', 'Guild users', 'Knowledge Base', 'Settings']);
    expect(newOrderCommands(managerPlace, [{ id: 'c', name: 'Bakery', businessName: 'Bakery', city: 'Reno' }])).toEqual(
      [],
    );
  });

  it('match the search by the beginnings of their words', () => {
    const all = screenCommands(place(seller));
    expect(titles(filterCommands(all, 'ord rad'))).toEqual(['Orders in Radio']);
    expect(filterCommands(all, '')).toEqual(all);
    expect(filterCommands(all, 'adio')).toEqual([]);
  });
});

describe('the results of the global search', () => {
  const clients = [{ id: 'c1', name: 'Oyster & Ash', businessName: 'Oyster Inc.', city: 'Austin' }];
  const order = { id: 'o1', refCode: 'AB12CD34', campaign: null, status: 'DRAFT', channelId: radio.id } as const;

  it('link to clients, and to orders in their own channel', () => {
    const found = resultCommands({ clients, orders: [{ ...order, client: 'Oyster & Ash' }] }, [radio, web]);
    expect(found).toMatchObject([
      { group: 'Clients', title: 'Oyster & Ash', note: 'Oyster Inc., Austin', href: '/clients/c1' },
      { group: 'Orders', title: 'Oyster & Ash', note: 'AB12CD34, Draft, Radio', href: '/c/radio/orders/o1' },
    ]);
  });

  it('offer a new order for a client in the selected channel', () => {
    expect(newOrderCommands(place(seller), clients)[0]).toMatchObject({
      title: 'New Order for Oyster & Ash',
      href: '/c/web/orders/draft?for=c1',
    });
  });
});
