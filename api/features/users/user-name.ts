import { trimText } from '#schemas/typed-values/parsed.ts';
import type { Filter } from '../../engine/store/store.ts';

/** Normalizes a user name for storage: case-insensitive. */
export const normalizeUserName = (typed: string): string => trimText(typed).normalize('NFC').toLowerCase();

/** Filter for the user with this user name, also for names stored by earlier versions without normalization. */
export const userNameFilter = (typed: string): Filter => ({
  authProviders: { $elemMatch: { type: 'BASIC', key: { $in: [typed, normalizeUserName(typed)] } } },
});
