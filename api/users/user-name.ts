import { trimText } from '#schemas/typed-values/parsed.ts';
import type { Filter } from '../store/store.ts';

/** A user name as it is kept: who signs in need not mind its capitals. */
export const userNameOf = (typed: string): string => trimText(typed).normalize('NFC').toLowerCase();

/** Finds the user of a user name; also under one that was kept as it was typed, as all once were. */
export const ofUserName = (typed: string): Filter => ({
  authProviders: { $elemMatch: { type: 'BASIC', key: { $in: [typed, userNameOf(typed)] } } },
});
