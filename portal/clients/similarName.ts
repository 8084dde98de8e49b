import { distance } from 'fastest-levenshtein';

/** Words that businesses are called with or without. */
const common = new Set(['the', 'and', 'of', 'inc', 'llc', 'llp', 'ltd', 'co', 'corp', 'company', 'corporation']);

/** Fewer letters than that would find half of all clients, and so many are mostly typed right. */
const fewest = 3;

/** Of so many letters one may be another, missing or too much. */
const lettersPerSlip = 4;

/** The first two words of a business's name that tell something; none where too little is typed. */
function tellingWords(name: string): string[] {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !common.has(word))
    .slice(0, 2);
  return words.join(' ').length < fewest ? [] : words;
}

/** What to look for whoever may be the same business: how its words begin. '' where too little is typed. */
export function similarName(name: string): string {
  return tellingWords(name)
    .map((word) => word.slice(0, fewest))
    .join(' ');
}

/** Whether one of the names may be what is typed, as far as it is typed, but for a slip or two of the keys. */
export function isSimilar(typed: string, names: readonly string[]): boolean {
  const told = tellingWords(typed).join(' ');
  const slips = Math.floor(told.length / lettersPerSlip);
  return names.some((name) => {
    const other = tellingWords(name).join(' ');
    // What is missing or too much in what is typed moves the end of what it is held against.
    const ends = [0, -1, 1].map((more) => other.slice(0, told.length + more));
    return told !== '' && ends.some((begun) => distance(told, begun) <= slips);
  });
}
