import { type GoogleRefusal, isGoogleRefusal } from '#schemas/access/google-refusals.ts';
import { longestPath } from '#schemas/access/own-path.ts';

/** Parses the address to which Google's sign-in returned: the refusal code, if any, and the address without it. */
export function googleReturn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): {
  refusal: GoogleRefusal | undefined;
  wanted: string;
} {
  const params = new URLSearchParams(search);
  const code = params.get('google') ?? '';
  params.delete('google');
  const path = params.size > 0 ? `${pathname}?${params}` : pathname;
  return { refusal: isGoogleRefusal(code) ? code : undefined, wanted: path.length > longestPath ? pathname : path };
}
