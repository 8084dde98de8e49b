/**
 * Texts added to a list of tags: what is blank is left out, and what is there already is refused unless duplicates are
 * allowed (spec 5). `refused` names what was refused.
 */
export function addTags(tags: readonly string[], texts: readonly string[], allowDuplicates: boolean) {
  const added = [...tags];
  const refused: string[] = [];
  for (const tag of texts.map((text) => text.trim()).filter((text) => text !== '')) {
    if (allowDuplicates || !added.includes(tag)) added.push(tag);
    else refused.push(tag);
  }
  return { tags: added, refused };
}
