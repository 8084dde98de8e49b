import type { Guild, GuildResource } from '#schemas/generated/types.ts';
import { demoId } from './seeded.ts';

/** The only demo guild; people.ts names its members. */
export const guildId = demoId('guild', 'merchants');

type Tile = Pick<GuildResource, 'title' | 'place' | 'icon' | 'content'>;

const tiles: Tile[] = [
  {
    title: 'Plan a season',
    place: 'homepage',
    icon: 'calendar',
    content: 'Book the weeks around a holiday **six weeks ahead**: morning drive sells out first.',
  },
  {
    title: 'Whom to ask',
    place: 'homepage',
    icon: 'people',
    content: 'Your branch answers within a day. Open *Settings* to keep your own address up to date.',
  },
  {
    title: 'What a spot needs',
    place: 'kb',
    icon: 'microphone',
    content:
      '## Before you order\n\n1. One offer, one call to action.\n2. A phone number or a web address that can be said aloud.\n3. Who owns the music.\n\n| Length | Words |\n| --- | --- |\n| 15 s | 35 |\n| 30 s | 75 |\n| 60 s | 150 |',
  },
  {
    title: 'Reading the results',
    place: 'kb',
    icon: 'chart',
    content: 'Compare *the same weeks of last year*, not the weeks before: most shops have a season.',
  },
];

/** Returns the guild with its tiles in order. */
export function demoGuild(): { guild: Partial<Guild>; resources: Partial<GuildResource>[] } {
  return {
    guild: { id: guildId, name: 'Harbor Merchants Guild', allowedEmailDomains: ['merchants.example'] },
    resources: tiles.map((tile, order) => ({
      ...tile,
      id: demoId('guild-resource', tile.title),
      guild: guildId,
      kind: 'tile',
      order,
    })),
  };
}
