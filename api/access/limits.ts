import type { AuthProvider } from '#schemas/generated/types.ts';
import { abilityOf, type Right, rulesOf } from './ability.ts';
import type { Viewer } from './viewer.ts';

/** What the key of a machine may do less than its user. */
export type Limits = Pick<AuthProvider, 'onlyReads' | 'resources'>;

type Limited = Pick<Viewer, 'grants' | 'rules' | 'ability'>;

/** What was made of a user's rights for each way of limiting them. */
const made = new WeakMap<Right[], Map<string, Limited>>();

/** The viewer with no more rights than these limits leave: every list and every write goes by them. */
export function limitedViewer(viewer: Viewer, { onlyReads = false, resources }: Limits): Viewer {
  if (!onlyReads && !resources) return viewer;
  const known = made.get(viewer.grants) ?? new Map<string, Limited>();
  made.set(viewer.grants, known);
  const key = JSON.stringify([onlyReads, resources]);
  const limited = known.get(key) ?? limitedRights(viewer.grants, { onlyReads, resources });
  known.set(key, limited);
  return { ...viewer, ...limited };
}

function limitedRights(rights: Right[], limits: Limits): Limited {
  const grants = rights.flatMap((right) => withinLimits(right, limits));
  const rules = rulesOf(grants);
  return { grants, rules, ability: abilityOf(rules) };
}

function withinLimits(right: Right, { onlyReads, resources }: Limits): Right[] {
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
