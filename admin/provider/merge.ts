import { merge } from '#schemas/changes/merge.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { changesOf, tidy } from './changes.ts';

type Values = Record<string, unknown>;

/** One record three times: as both people read it, as this person has it now, and as it is stored since. */
interface Versions {
  base: Values;
  mine: Values;
  theirs: Values;
}

/** What becomes of a record that two people changed. */
export interface Merge {
  /** What this person changed, as it is to be saved: with what the other one changed beside it in the same field. */
  mine: Values;
  /** What the other person changed and is not asked about: it stays. */
  theirs: Field[];
  /** What both changed, each to something else: only a person can tell. */
  asked: Field[];
  /** The fields that are asked about as either side would have them; what does not overlap in them is in both. */
  sides: { mine: Values; theirs: Values };
}

/**
 * Tells two people's changes of one record apart, to the leaf (`schemas/changes`). What is saved and asked are whole fields,
 * since PATCH replaces a nested object or a list whole (design 3).
 */
export function mergeOf(resource: Resource, { base, mine, theirs }: Versions): Merge {
  const myChanges = changesOf(resource, mine, base);
  const theirChanges = changesOf(resource, theirs, base);
  const unlike = changesOf(resource, mine, theirs);
  const result: Merge = { mine: {}, theirs: [], asked: [], sides: { mine: {}, theirs: {} } };
  for (const [name, value] of Object.entries(myChanges)) if (!(name in theirChanges)) result.mine[name] = value;
  for (const field of resource.fields.filter(({ name }) => name in theirChanges)) {
    const { name, property } = field;
    if (!(name in myChanges)) result.theirs.push(field);
    else if (name in unlike) {
      const three = {
        before: { value: tidy(base[name], property) },
        mine: { value: myChanges[name] },
        theirs: { value: theirChanges[name] },
      };
      const { merged, conflicts } = merge(three);
      if (conflicts.length === 0) {
        result.mine[name] = merged.value;
        result.theirs.push(field);
      } else {
        result.asked.push(field);
        result.sides.mine[name] = merged.value;
        const paths = conflicts.map(({ path }) => path);
        result.sides.theirs[name] = merge(three, paths).merged.value;
      }
    }
  }
  return result;
}
