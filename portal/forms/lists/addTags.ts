/**
 * Adds texts to a list of tags. Blank texts are dropped, and duplicates are rejected unless allowed (spec 5). Returns
 * the tags and, in `rejected`, the rejected duplicates.
 */
export function addTags(tags: readonly string[], texts: readonly string[], allowDuplicates: boolean) {
  const result = [...tags];
  const rejected: string[] = [];
  for (const tag of texts.map((text) => text.trim()).filter((text) => text !== '')) {
    if (allowDuplicates || !result.includes(tag)) result.push(tag);
    else rejected.push(tag);
  }
  return { tags: result, rejected };
}
