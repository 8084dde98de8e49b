/** Words that businesses are called with or without. */
const common = new Set(['the', 'and', 'of', 'inc', 'llc', 'llp', 'ltd', 'co', 'corp', 'company', 'corporation']);

/** Fewer letters than that would find half of all clients. */
const fewest = 3;

/** What to look for whoever may be the same business: the first two words of its name that tell something; '' where too little is typed. */
export function similarName(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !common.has(word.toLowerCase()));
  const told = words.slice(0, 2).join(' ');
  return told.length < fewest ? '' : told;
}
