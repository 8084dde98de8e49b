import { EmptyPlace } from './Place.tsx';

/** Stands in the place of what a person may not read at all (spec 2): that is no mishap. */
export function NothingHere() {
  return <EmptyPlace title="Nothing to see here">What stands in this place is not for your account.</EmptyPlace>;
}
