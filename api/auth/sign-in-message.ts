import type { OutboxMessage, User } from '#schemas/generated/types.ts';
import { asMarkdown } from '#schemas/mail/merge-fields.ts';
import { guildToJoin } from '../guilds/sign-up.ts';
import type { Config } from '../host/config/config.ts';
import { type Content, contentOf } from '../mail/content.ts';
import { store } from '../store/store.ts';
import { usersOfAddress } from '../users/by-address.ts';
import { createLink } from './link.ts';

const subject = 'Your sign-in link';
const ending = 'If you did not ask for it, nothing needs to be done.';

/** The text of a sign-in mail, with a link made just now; null for an address that is nobody's or an inactive user's. */
export async function signInText({ to }: OutboxMessage, config: Config): Promise<Content | null> {
  const [address] = to;
  if (!address) return null;
  const [user, ...others] = await usersOfAddress(address);
  if (!user)
    return (await guildToJoin(address)) ? await oneLink({ config, address, greeting: 'Hello', user: null }) : null;
  if (others.length > 0) return await severalLinks([user, ...others], config, address);
  return await oneLink({ config, address, greeting: `Hello ${asMarkdown(user.name)}`, user: user.id });
}

interface One {
  config: Config;
  address: string;
  greeting: string;
  user: string | null;
}

async function oneLink({ config, address, greeting, user }: One): Promise<Content> {
  const link = await createLink({ config, user, address });
  return contentOf(
    subject,
    `${greeting},\n\nopen this link to sign in to the portal. It works once, for ten minutes.\n\n<${link}>\n\n${ending}`,
  );
}

/** An address that nobody has verified yet reserves nothing: of several accounts that were made with it, its owner chooses. */
async function severalLinks(users: User[], config: Config, address: string): Promise<Content> {
  const offers = await Promise.all(
    users.map(async (user) => {
      const link = await createLink({ config, user: user.id, address });
      return `${asMarkdown(`${user.name}, ${await placeOf(user)}:`)}\n\n<${link}>\n`;
    }),
  );
  return contentOf(
    subject,
    `Hello,\n\nseveral accounts were made with this address. Open the link of the one that is yours to sign in to the portal: from then on the address belongs to that account. Each works once, for ten minutes.\n\n${offers.join('\n')}\n${ending}`,
  );
}

/** Where an account was made, as far as its owner can tell it by that. */
async function placeOf(user: User): Promise<string> {
  const members = await store('EntityMember').find({ filter: { user: user.id }, limit: 3 });
  const ids = members.map(({ entity }) => entity);
  const entities = await store('Entity').find({ filter: { _id: { $in: ids } }, sort: ['name'] });
  const guild = user.guild === null ? null : await store('Guild').findOne({ _id: user.guild });
  const names = [...entities, ...(guild ? [guild] : [])].map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : 'without an organization';
}
