import type { AuthProvider } from '#schemas/generated/types.ts';
import { abilityOf, type Right, rulesOf } from './ability.ts';
import type { Viewer } from './viewer.ts';

/** Restrictions of an API key compared to its user's rights. */
export type KeyLimits = Pick<AuthProvider, 'onlyReads' | 'resources'>;

type Limited = Pick<Viewer, 'grants' | 'rules' | 'ability'>;

/** Cache of restricted rights per set of rights and per combination of limits. */
const cache = new WeakMap<Right[], Map<string, Limited>>();

/** Returns the viewer with the rights that the API key's limits leave. All reads and writes use these rights. */
export function restrictViewer(viewer: Viewer, { onlyReads = false, resources }: KeyLimits): Viewer {
  if (!onlyReads && !resources) return viewer;
  const byLimits = cache.get(viewer.grants) ?? new Map<string, Limited>();
  cache.set(viewer.grants, byLimits);
  const key = JSON.stringify([onlyReads, resources]);
  const limited = byLimits.get(key) ?? limitedRights(viewer.grants, { onlyReads, resources });
  byLimits.set(key, limited);
  return { ...viewer, ...limited };
}

function limitedRights(rights: Right[], limits: KeyLimits): Limited {
  const grants = rights.flatMap((right) => withinLimits(right, limits));
  const rules = rulesOf(grants);
  return { grants, rules, ability: abilityOf(rules) };
}

function withinLimits(right: Right, { onlyReads, resources }: KeyLimits): Right[] {
  const { subject, actions, inverted } = right;
  const reads = actions.some((each) => each === 'read' || each === 'manage');
  if (onlyReads && !inverted && !reads) return [];
  const subjects = resources?.filter((each) => subject === 'all' || each === subject) ?? [subject];
  return subjects.map((each) => ({
    ...right,
    subject: each,
    ...(onlyReads && !inverted ? { actions: ['read'] } : {}),
  }));
}
