import type { Guild } from '#schemas/generated/types.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';

/** Guild hooks: deleting a guild deletes its resources; a guild with users cannot be deleted. */
export const guilds: ResourceHooks<Guild> = { dependents: [{ name: 'GuildResource', field: 'guild' }] };
