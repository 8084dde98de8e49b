import type { BulkItem, BulkJob } from '../generated/types.ts';
import { type Field, type Resource, scalarKinds } from '../resource/resource.ts';

/** The most records that a bulk job can select by id, and by a filter (design 3, 'Sorts and filters without an index'). */
export const maxBulkIds = 1_000;
export const maxBulkMatches = 10_000;

/**
 * The properties of a resource that a bulk edit can set: writable scalars, enums and references, without those that
 * identify one record and without secrets. `x-update` and the resource's own rules limit them further.
 */
export function bulkFields({ fields, schema }: Pick<Resource, 'fields' | 'schema'>): Field[] {
  const unique = (schema['x-store']?.unique ?? []).flat();
  return fields.filter(
    ({ name, kind, property }) =>
      scalarKinds.includes(kind) &&
      !property.readOnly &&
      !property.writeOnly &&
      property['x-admin']?.widget !== 'hidden' &&
      !unique.includes(name),
  );
}

/** The words of an action: 'sent for approval', after 'can be' and 'were'. */
interface ActionWords {
  done: string;
}

const number = (count: number): string => count.toLocaleString('en-US');

/** 'a', 'a and b', 'a, b and c'. */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The first sentence of a preview: '42 of 50 can be sent for approval.' */
export function possibleText({ total, allowed }: Pick<BulkJob, 'total' | 'allowed'>, { done }: ActionWords): string {
  if (total === 0) return 'Nothing is selected.';
  if (allowed === total) return total === 1 ? `It can be ${done}.` : `All ${number(total)} can be ${done}.`;
  if (allowed === 0) return total === 1 ? `It can't be ${done}.` : `None of the ${number(total)} can be ${done}.`;
  return `${number(allowed)} of ${number(total)} can be ${done}.`;
}

/**
 * Why the action is not possible on some of the records: '8 can't:' and a line for each group of reasons, such as
 * '5: Missing required field: Campaign'. Undefined if it is possible on all.
 */
export function refusalTexts({
  total,
  refused,
  groups,
}: Pick<BulkJob, 'total' | 'refused' | 'groups'>): { heading: string; lines: string[] } | undefined {
  if (refused === 0) return undefined;
  const others = refused - groups.reduce((sum, { count }) => sum + count, 0);
  const shown = others > 0 ? [...groups, { reason: 'Other reasons', count: others }] : groups;
  return {
    heading: refused === total ? 'Reasons:' : `${number(refused)} can't:`,
    lines: shown.map(({ reason, count }) => `${number(count)}: ${reason}`),
  };
}

/** The progress or result of a run in one sentence, as it is announced: 'Done: 40 sent for approval, 2 failed, 8 skipped.' */
export function resultText(
  {
    status,
    allowed,
    succeeded,
    failed,
    refused,
  }: Pick<BulkJob, 'status' | 'allowed' | 'succeeded' | 'failed' | 'refused'>,
  { done }: ActionWords,
): string {
  const left = allowed - succeeded - failed;
  const parts = [
    `${number(succeeded)} ${done}`,
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ...(refused > 0 ? [`${number(refused)} skipped`] : []),
    ...(left > 0 && status !== 'running' ? [`${number(left)} not started`] : []),
  ];
  if (status === 'running') return `${number(succeeded + failed)} of ${number(allowed)}: ${listed(parts)}.`;
  return `${statusWords[status]}: ${listed(parts)}.`;
}

const statusWords: Readonly<Record<BulkJob['status'], string>> = {
  checking: 'Checking',
  ready: 'Not started',
  running: 'In progress',
  done: 'Done',
  canceled: 'Stopped',
  failed: 'Ended by an error',
};

/** The outcome of one record in words. */
export const outcomeWords: Readonly<Record<BulkItem['status'], string>> = {
  waiting: 'Not checked',
  allowed: 'Not started',
  refused: 'Skipped',
  done: 'Done',
  failed: 'Failed',
};

/** Whether the job still works, so that its progress has to be polled. */
export const isWorking = ({ status }: Pick<BulkJob, 'status'>): boolean =>
  status === 'checking' || status === 'running';
