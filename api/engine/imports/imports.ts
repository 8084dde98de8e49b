import { IANAZone } from 'luxon';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Import } from '#schemas/generated/types.ts';
import { importUndoDays } from '#schemas/resource/imports.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError, invalidRequest, type Problem } from '../../platform/errors/catalogue.ts';
import { isSignedInRecently } from '../access/signed-in.ts';
import { assertMay, type Viewer } from '../access/viewer.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { timeZoneMessage } from '../resource/lists/parameters.ts';
import type { ResourceHooks, Write } from '../resource/rules/declaration.ts';
import { isResourceName } from '../store/model.ts';
import { CellIssue, cellReader } from './cells.ts';
import { isUndoExpired } from './import-upkeep.ts';
import { hideImport, nextImportNumber } from './import-visibility.ts';
import { importableOf } from './importable.ts';
import { previousImports, withPreview } from './upload.ts';

type Status = Import['status'];

/** Status transitions that users may request; the others are made by jobs. */
const transitions: Partial<Record<Status, Status[]>> = {
  draft: ['checking', 'running', 'canceled'],
  checking: ['canceled'],
  checked: ['checking', 'running', 'canceled'],
  running: ['canceled'],
  done: ['removing'],
};

/**
 * Import hooks: status transitions, mapping and visibility of an import. Requires permission to write the resource's
 * records.
 */
export const imports: ResourceHooks<Import> = {
  async beforeWrite(write) {
    const { viewer, current, changes } = write;
    if (!current) return changes;
    assertMayImport(viewer, current.resource);
    const { status = current.status, hidden = current.hidden } = changes;
    const isOwn = viewer.user.id === current.user;
    // A job imports with the rights and in the name of the user who uploaded the file.
    const isChosen = [...checkedChoices, ...otherChoices].some(changedIn(changes, current));
    const isStarted = status !== current.status && (status === 'checking' || status === 'running');
    if (!isOwn && (isChosen || isStarted))
      throw denied('Only the user who uploaded the file can change or start its import');
    const chosen = await choose(write, current);
    if (status !== current.status)
      return {
        ...chosen,
        ...(await transition({ ...current, ...chosen, status }, current, viewer)),
        ...(isOwn ? {} : { actor: viewer.really?.id ?? viewer.user.id }),
      };
    if (hidden === current.hidden) return chosen;
    if (current.status !== 'done' || importableOf(current).saved)
      throw denied(`The records of an import in status ${current.status} cannot be hidden or shown`);
    return { ...chosen, status: hidden ? 'hiding' : 'showing' };
  },
  async afterWrite({ id, status }, { current }) {
    if (!current || status === current.status || status === 'draft') return;
    const kind = status === 'running' || status === 'checking' ? 'import' : 'importUpkeep';
    await enqueueJob(kind, `Import/${id}`);
  },
};

/** Throws MISSING_ABILITY unless the viewer may write records of the resource by an import. */
export function assertMayImport(viewer: Viewer, name: string): void {
  if (!isResourceName(name)) throw new ApiError('APPLICATION_ERROR');
  if (importableOf({ resource: name }).saved?.mayImport(viewer)) return;
  assertMay(viewer, 'create', name, {});
}

/** Validates a status transition and returns the resulting changes. */
async function transition(next: Import, current: Import, viewer: Viewer): Promise<Partial<Import>> {
  const { status, hidden, number, repeat } = next;
  const { saved } = importableOf(current);
  if (!transitions[current.status]?.includes(status))
    throw denied(`The status of an import cannot change from ${current.status} to ${status}`);
  if (status === 'canceled') return cancelation(current);
  if (status === 'removing') {
    if (!saved) await hideImport(number);
    else if (isUndoExpired(current.endedAt)) throw denied(`An import can be undone for ${importUndoDays} days`);
    return {};
  }
  if (hidden) throw denied('Its records can be hidden once it is done');
  const problems = [...problemsOf(next), ...missingIn(next)];
  if (problems.length > 0) throw invalidRequest('body', problems);
  const isFresh = isSignedInRecently(viewer) && !viewer.really;
  if (status === 'checking') return { isChecked: false, isFresh };
  if (next.isChecked && next.faulty > 0 && !next.onlyValid)
    throw denied(`${next.faulty} rows have errors: correct the file, or choose to import only valid rows`);
  const previous = await previousImports(viewer, next, sameKeysOf(next));
  if (previous.length > 0 && repeat === null) throw invalidRequest('body', [repeatProblem(previous)]);
  if (saved && repeat === 'replace' && previous.some(({ at }) => isUndoExpired(at)))
    throw denied(`An import can be replaced for ${importUndoDays} days`);
  if (repeat === 'skip') return { status: 'canceled', endedAt: now().toISOString() };
  return { previous, isFresh, position: 0, number: await nextImportNumber() };
}

/** What cancels an import: what it has saved is restored first. */
const cancelation = ({ status, resource, isChecked }: Import): Partial<Import> =>
  status === 'running' && isChecked && importableOf({ resource }).saved
    ? { status: 'undoing', undoTo: 'canceled' }
    : { endedAt: now().toISOString() };

/** The imports in which the check found the same keys. */
const sameKeysOf = ({ previous }: Import): string[] =>
  previous.flatMap((each) => (each.same === 'keys' ? [each.import] : []));

/** What was imported before. */
const repeated: Record<Import['previous'][number]['same'], string> = {
  bytes: 'The same data were',
  batch: 'A batch with this name was',
  keys: 'The same records were',
};

function repeatProblem([first]: Import['previous']): Problem {
  const { batch = '', by = '', at = '', same = 'bytes' } = first ?? {};
  const message = `${repeated[same]} imported as ${batch} by ${by} on ${at.slice(0, 10)}: choose skip, replace or add`;
  return { path: '/repeat', message };
}

/** Options chosen in the preview; those of the second list leave the check valid. */
const checkedChoices = [
  ...(['sheet', 'encoding', 'separator', 'headerLine', 'headerLines'] as const),
  ...(['mapping', 'countTotals', 'mode', 'key', 'constants', 'names', 'likelyDuplicates'] as const),
  ...(['decimalMark', 'dateOrder', 'timeZone', 'dashIsZero', 'serialDates'] as const),
];
const otherChoices = ['batch', 'onlyValid', 'repeat'] as const;

/** Whether a property changes: a PUT repeats those that do not. */
const changedIn = (changes: Partial<Import>, current: Import) => (name: keyof Import) =>
  changes[name] !== undefined && !isEqual(changes[name], current[name]);

/** Validates and completes the choices of the preview, which cannot be changed after the import has started. */
async function choose({ changes, viewer }: Write<Import>, current: Import): Promise<Partial<Import>> {
  const isChanged = changedIn(changes, current);
  if (![...checkedChoices, ...otherChoices].some(isChanged)) return changes;
  if (current.status !== 'draft' && current.status !== 'checked')
    throw denied(`The settings of an import in status ${current.status} cannot be changed`);
  const chosen = await withPreview(changes, current);
  const next = { ...current, ...chosen };
  const problems = problemsOf(next);
  if (problems.length > 0) throw invalidRequest('body', problems);
  if (chosen.mapping && changes.key === undefined && (next.key === null || !chosen.mapping.includes(next.key)))
    chosen.key = next.keys.find((key) => next.mapping.includes(key)) ?? null;
  if (isChanged('batch')) chosen.previous = await previousImports(viewer, next, sameKeysOf(next));
  if (!checkedChoices.some(isChanged)) return chosen;
  return {
    ...chosen,
    isChecked: false,
    ...(current.status === 'checked' ? { status: changes.status ?? 'draft' } : {}),
  };
}

/** Validates the mapping, where each column maps to one field or none, the key and the constants. */
function problemsOf({ mapping, columns, fields, key, keys, constants, ...options }: Import): Problem[] {
  if (mapping.length !== columns.length)
    return [{ path: '/mapping', message: `Must have a field, or null, for each of the ${columns.length} columns` }];
  const mapped = mapping.flatMap((name, index): Problem[] => {
    if (name === null) return [];
    const path = `/mapping/${index}`;
    const field = fields.find((each) => each.name === name);
    if (!field) return [{ path, value: name, message: `There is no field ${name}` }];
    const first = mapping.indexOf(name);
    return first === index
      ? []
      : [{ path, value: name, message: `${columns[first]} is already imported as ${field.label}` }];
  });
  const isZone = timeZoneProblems(options).length === 0;
  const known = importableOf(options).fields(options.kind);
  const today = now().toISOString().slice(0, 10);
  const constant = (isZone ? constants : []).flatMap(({ field: name, value }, index): Problem[] => {
    const path = `/constants/${index}`;
    const field = known.find((each) => each.name === name);
    if (!field) return [{ path: `${path}/field`, value: name, message: `There is no field ${name}` }];
    if (mapping.includes(name)) return [{ path: `${path}/field`, value: name, message: `A column has this field` }];
    const read = cellReader(field, { ...options, today })(value);
    return read instanceof CellIssue ? [{ path: `${path}/value`, value, message: read.message }] : [];
  });
  const isKey =
    key === null || (keys.includes(key) && (mapping.includes(key) || constants.some(({ field }) => field === key)));
  const keyed = isKey
    ? []
    : [{ path: '/key', value: key, message: 'Map a column to the field that records are matched by' }];
  return [...mapped, ...constant, ...keyed, ...timeZoneProblems(options)];
}

/** Checks that the time zone of an import is known. */
export const timeZoneProblems = ({ timeZone }: Pick<Import, 'timeZone'>): Problem[] =>
  IANAZone.isValidZone(timeZone) ? [] : [{ path: '/timeZone', value: timeZone, message: timeZoneMessage }];

/** Checks what is missing to start the import. */
function missingIn({ mapping, fields, constants, mode, key, keys }: Import): Problem[] {
  if (mapping.every((name) => name === null))
    return [{ path: '/mapping', message: 'Choose a field for at least one column' }];
  if (mode === 'update' && key === null && keys.length > 0)
    return [{ path: '/key', message: 'Choose the field that records are matched by' }];
  const given = [...mapping, ...constants.map(({ field }) => field)];
  const unmapped = fields.filter(({ name, isRequired }) => isRequired && !given.includes(name));
  return unmapped.map(({ label }) => ({ path: '/mapping', message: `No column is imported as ${label}` }));
}

const denied = (reason: string) => new ApiError('REQUEST_DENIED', { reason });
