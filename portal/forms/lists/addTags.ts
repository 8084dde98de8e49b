/**
 * Adds texts to a list of tags. Blank texts are dropped, and duplicates are rejected unless allowed (spec 5). Returns
 * the tags and, in `refused`, the rejected duplicates.
 */
export function addTags(tags: readonly string[], texts: readonly string[], allowDuplicates: boolean) {
  const result = [...tags];
  const refused: string[] = [];
  for (const tag of texts.map((text) => text.trim()).filter((text) => text !== '')) {
    if (allowDuplicates || !result.includes(tag)) result.push(tag);
    else refused.push(tag);
  }
  return { tags: result, refused };
}
