import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Import } from '#schemas/generated/types.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError, invalidRequest, type Problem } from '../../platform/errors/catalogue.ts';
import { assertMay } from '../access/viewer.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { ResourceHooks, Write } from '../resource/rules/declaration.ts';
import { hideImport, nextImportNumber } from './import-visibility.ts';

type Status = Import['status'];

/** Status transitions that users may request; the others are made by jobs. */
const transitions: Partial<Record<Status, Status[]>> = {
  draft: ['running', 'canceled'],
  running: ['canceled'],
  done: ['removing'],
};

/**
 * Import hooks: status transitions, mapping and visibility of a CSV import. Requires permission to create the
 * resource's records.
 */
export const imports: ResourceHooks<Import> = {
  async beforeWrite(write) {
    const { viewer, current, changes } = write;
    if (!current) return changes;
    assertMay(viewer, 'create', current.resource, {});
    const { status = current.status, hidden = current.hidden } = changes;
    assertDraft(write, current);
    if (status !== current.status)
      return { ...changes, ...(await transition({ ...current, ...changes }, current.status)) };
    if (hidden === current.hidden) return changes;
    if (current.status !== 'done')
      throw denied(`The records of an import in status ${current.status} cannot be hidden or shown`);
    return { ...changes, status: hidden ? 'hiding' : 'showing' };
  },
  async afterWrite({ id, status }, { current }) {
    if (!current || status === current.status) return;
    await enqueueJob(status === 'running' ? 'import' : 'importUpkeep', `Import/${id}`);
  },
};

/** Validates a status transition and returns the resulting changes. */
async function transition(next: Import, before: Status): Promise<Partial<Import>> {
  const { status, hidden, number } = next;
  if (!transitions[before]?.includes(status))
    throw denied(`The status of an import cannot change from ${before} to ${status}`);
  if (status === 'canceled') return { endedAt: now().toISOString() };
  if (status === 'removing') {
    await hideImport(number);
    return {};
  }
  if (hidden) throw denied('Its records can be hidden once it is done');
  const problems = [...problemsOf(next), ...missingIn(next)];
  if (problems.length > 0) throw invalidRequest('body', problems);
  return { number: await nextImportNumber() };
}

/** Options chosen in the preview. */
const choices = [
  ...(['mapping', 'batch', 'countTotals'] as const),
  ...(['decimalMark', 'dateOrder', 'dashIsZero', 'serialDates'] as const),
];

/** Options cannot be changed after the import has started. */
function assertDraft({ changes }: Write<Import>, current: Import): void {
  const isChanged = choices.some((name) => changes[name] !== undefined && !isEqual(changes[name], current[name]));
  if (!isChanged) return;
  if (current.status !== 'draft')
    throw denied(`The settings of an import in status ${current.status} cannot be changed`);
  const problems = problemsOf({ ...current, ...changes });
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** Validates the mapping: each column maps to one field or none. */
function problemsOf({ mapping, columns, fields }: Import): Problem[] {
  if (mapping.length !== columns.length)
    return [{ path: '/mapping', message: `Must have a field, or null, for each of the ${columns.length} columns` }];
  return mapping.flatMap((name, index): Problem[] => {
    if (name === null) return [];
    const path = `/mapping/${index}`;
    const field = fields.find((each) => each.name === name);
    if (!field) return [{ path, value: name, message: `There is no field ${name}` }];
    const first = mapping.indexOf(name);
    return first === index
      ? []
      : [{ path, value: name, message: `${columns[first]} is already imported as ${field.label}` }];
  });
}

/** Checks what is missing to start the import. */
function missingIn({ mapping, fields }: Import): Problem[] {
  if (mapping.every((name) => name === null))
    return [{ path: '/mapping', message: 'Choose a field for at least one column' }];
  const unmapped = fields.filter(({ name, isRequired }) => isRequired && !mapping.includes(name));
  return unmapped.map(({ label }) => ({ path: '/mapping', message: `No column is imported as ${label}` }));
}

const denied = (reason: string) => new ApiError('REQUEST_DENIED', { reason });
