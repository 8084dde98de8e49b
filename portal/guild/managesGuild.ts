import type { User } from '#schemas/generated/types.ts';

/** The bit of the MANAGE_USERS flag (spec 6). */
const manageUsers = 1;

/** Whether the person manages the users of their guild. */
export function managesGuild({ guild, guildFlags }: Pick<User, 'guild' | 'guildFlags'>): boolean {
  return guild !== null && (guildFlags & manageUsers) !== 0;
}
