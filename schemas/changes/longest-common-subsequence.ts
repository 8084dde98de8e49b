/**
 * The ids that need not move to get from one order to another: the longest common subsequence (as a longest increasing
 * subsequence, in O(n log n)). Ids that only one list has are not part of it.
 */
export function longestCommonSubsequence(from: readonly string[], to: readonly string[]): Set<string> {
  const places = new Map(to.map((id, index) => [id, index]));
  const shared = from.flatMap((id) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  type Link = { id: string; place: number; before: Link | undefined };
  /** The tail of the best subsequence of each length so far: the one that ends earliest in `to`. */
  const ends: Link[] = [];
  for (const { id, place } of shared) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.place ?? place) < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = { id, place, before: ends[low - 1] };
  }
  const staying = new Set<string>();
  for (let link = ends.at(-1); link; link = link.before) staying.add(link.id);
  return staying;
}
