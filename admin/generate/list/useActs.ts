import { type RaRecord, useDataProvider } from 'react-admin';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { useMay } from '../../nested/useMay.ts';
import { useDescribed } from '../described.tsx';
import type { Decision } from '../override.ts';

/** Something that can be done to each of the records of a list. */
export interface Act {
  /** The verb: 'Deactivate'. */
  label: string;
  /** What was done to those that it was done to: 'deactivated'. */
  done: string;
  /** What of the record one must be allowed: 'edit', 'delete', or a decision's own. */
  action: string;
  /** In the row it is made by this key. */
  key?: string;
  /** Asks what has to be said with it, which `work` is told. */
  Question?: Decision<object>['Question'];
  Summary?: Decision<object>['Summary'];
  isInView?: Decision<object>['isInView'];
  takeBack?: Decision<object>['takeBack'];
  onDecided?: Decision<object>['onDecided'];
  /** It is made of the records as the person has seen them; of one alone it is not asked about. */
  isDecision?: true;
  /** Answers the record as it is then. */
  work: (record: RaRecord, said?: object) => Promise<RaRecord>;
  /** Brings back what was there before; without it, it is asked first. */
  undo?: (before: RaRecord, after: RaRecord) => Promise<unknown>;
  warning?: string;
  /** Whether there is nothing left to do to it. */
  isDone?: (record: RaRecord) => boolean;
}

/**
 * What may be done to any of these records: the resource's own changes, and deletion. Undefined stands for a record that
 * is not loaded, of which nobody knows here; the server names each that it refuses.
 */
export function useActs(records: (RaRecord | undefined)[]): Act[] {
  const { resource, override } = useDescribed();
  const { path } = resource;
  const dataProvider = useDataProvider();
  const may = useMay();
  const changed = async (record: RaRecord, change: object, said?: object): Promise<RaRecord> => {
    const data = { ...record, ...change };
    return (await dataProvider.update(path, { id: record.id, data, previousData: record, meta: { said } })).data;
  };
  const changes = (override.bulk ?? []).map(
    ({ change, ...words }): Act => ({
      ...words,
      action: 'edit',
      isDone: (record) => isEqual(record, { ...record, ...change }),
      work: (record) => changed(record, change),
      undo: (before, after) =>
        changed(after, Object.fromEntries(Object.keys(change).map((name) => [name, before[name]]))),
    }),
  );
  const decisions = (override.decisions ?? []).map(
    ({ change, isFor, work, ...decision }): Act => ({
      ...decision,
      isDecision: true,
      isDone: (record) => !isFor(record),
      work: async (record, said) => (await work?.(record)) ?? (await changed(record, change, said)),
    }),
  );
  const deletion: Act = {
    label: 'Delete',
    done: 'deleted',
    action: 'delete',
    work: async (record) => {
      await dataProvider.delete(path, { id: record.id, previousData: record });
      override.onDeleted?.(record);
      return record;
    },
    warning: 'This can not be undone.',
  };
  return [...decisions, ...changes, deletion].filter(({ action, isDone }) =>
    records.some((record) => may({ action, resource: path, record }) && !(record && isDone?.(record) === true)),
  );
}
