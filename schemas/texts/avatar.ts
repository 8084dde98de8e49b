/**
 * The placeholder for a person's picture: initials on a background color derived from the name, with the lightness of
 * spec 9.
 */
export function avatarOf(name: string): { initials: string; background: string } {
  return { initials: initialsOf(name), background: `hsl(${hueOf(name)} 55% 66%)` };
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** A hash of the name, so that a person has the same color everywhere. */
function hueOf(name: string): number {
  let hue = 0;
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hue;
}
