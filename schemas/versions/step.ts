import jsonPatch, { type Operation } from 'fast-json-patch';

/** What of a version stepping needs. */
export interface Step {
  id: string;
  patch: Operation[];
}

/** The patch that leads from the newer state back to the older one (design 6). */
export function patchBack(newer: object, older: object): Operation[] {
  return jsonPatch.compare(newer, older);
}

/**
 * The state before the versions given, which run from the newest down: each patch leads one state back. Operations of
 * kind `test` are ignored; a patch that fails is told to `onSkip` and left out (spec 4, design 6).
 */
export function stepBack<T extends object>(
  state: T,
  versions: Step[],
  onSkip: (version: Step, error: unknown) => void,
): T {
  return versions.reduce((current, version) => {
    const operations = version.patch.filter(({ op }) => op !== 'test');
    try {
      return jsonPatch.applyPatch(current, operations, true, false, true).newDocument;
    } catch (error) {
      onSkip(version, error);
      return current;
    }
  }, state);
}
