import type { Field, Resource } from '#schemas/resource/resource.ts';
import { changesOf } from './changes.ts';

type Values = Record<string, unknown>;

/** One record three times: as both people read it, as this person has it now, and as it is stored since. */
interface Versions {
  base: Values;
  mine: Values;
  theirs: Values;
}

/** What becomes of a record that two people changed. */
export interface Merge {
  /** What only this person changed, as it is to be saved. */
  mine: Values;
  /** What only the other person changed: it stays. */
  theirs: Field[];
  /** What both changed, each to something else: only a person can tell. */
  asked: Field[];
}

/**
 * Tells two people's changes of one record apart, field by field; a nested object or a list is one field, since PATCH
 * replaces it whole (design 3).
 */
export function mergeOf(resource: Resource, { base, mine, theirs }: Versions): Merge {
  const myChanges = changesOf(resource, mine, base);
  const theirChanges = changesOf(resource, theirs, base);
  const unlike = changesOf(resource, mine, theirs);
  const fields = resource.fields.filter(({ name }) => name in theirChanges);
  return {
    mine: Object.fromEntries(Object.entries(myChanges).filter(([name]) => !(name in theirChanges))),
    theirs: fields.filter(({ name }) => !(name in myChanges)),
    asked: fields.filter(({ name }) => name in myChanges && name in unlike),
  };
}
