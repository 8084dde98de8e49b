import { type GoogleRefusal, isGoogleRefusal } from '#schemas/access/google-refusals.ts';
import { longestPath } from '#schemas/access/own-path.ts';

/** The word of Google's refusal that has led to this address, if one has, and the address without it. */
export function googleReturn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): {
  refusal: GoogleRefusal | undefined;
  wanted: string;
} {
  const asked = new URLSearchParams(search);
  const word = asked.get('google') ?? '';
  asked.delete('google');
  const here = asked.size > 0 ? `${pathname}?${asked}` : pathname;
  return { refusal: isGoogleRefusal(word) ? word : undefined, wanted: here.length > longestPath ? pathname : here };
}
