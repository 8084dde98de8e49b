import type { Guild } from '#schemas/generated/types.ts';
import type { Declaration } from '../resource/rules/declaration.ts';

/** Guilds: their resources go with them; one that has users can not be removed. */
export const guilds: Declaration<Guild> = { parts: [{ name: 'GuildResource', field: 'guild' }] };
