import { type RaRecord, useDataProvider } from 'react-admin';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { usePermissionCheck } from '../../provider/permissions.ts';
import type { Decision } from '../override.ts';
import { useResourceScreen } from '../resource-screen.tsx';

/** An action on records of a list: a bulk change, a decision or deletion. */
export interface RecordAction {
  /** The verb: 'Deactivate'. */
  label: string;
  /** Past participle: 'deactivated'. */
  done: string;
  /** Required permission: 'edit', 'delete', or a decision's own. */
  action: string;
  /** Keyboard shortcut in the row. */
  key?: string;
  /** Form for required input, which is passed to `work`. */
  Question?: Decision<object>['Question'];
  Summary?: Decision<object>['Summary'];
  isInView?: Decision<object>['isInView'];
  timedUndo?: Decision<object>['timedUndo'];
  onDecided?: Decision<object>['onDecided'];
  /** Uses the record versions that the user saw. Needs no confirmation for a single record. */
  isDecision?: true;
  /** Resolves to the updated record. */
  work: (record: RaRecord, requestFields?: object) => Promise<RaRecord>;
  /** Restores the former values. Without it the action needs a confirmation. */
  undo?: (before: RaRecord, after: RaRecord) => Promise<unknown>;
  warning?: string;
  /** Whether the action has no effect on the record. */
  isDone?: (record: RaRecord) => boolean;
}

/**
 * Returns the actions that at least one of these records allows: decisions, the resource's bulk changes and deletion.
 * Undefined stands for a record that is not loaded, which counts as allowed; the server reports rejections.
 */
export function useRecordActions(records: (RaRecord | undefined)[]): RecordAction[] {
  const { resource, override } = useResourceScreen();
  const { path } = resource;
  const dataProvider = useDataProvider();
  const may = usePermissionCheck();
  const changed = async (record: RaRecord, change: object, requestFields?: object): Promise<RaRecord> => {
    const data = { ...record, ...change };
    return (await dataProvider.update(path, { id: record.id, data, previousData: record, meta: { requestFields } }))
      .data;
  };
  const changes = (override.bulk ?? []).map(
    ({ change, ...words }): RecordAction => ({
      ...words,
      action: 'edit',
      isDone: (record) => isEqual(record, { ...record, ...change }),
      work: (record) => changed(record, change),
      undo: (before, after) =>
        changed(after, Object.fromEntries(Object.keys(change).map((name) => [name, before[name]]))),
    }),
  );
  const decisions = (override.decisions ?? []).map(
    ({ change, isFor, work, ...decision }): RecordAction => ({
      ...decision,
      isDecision: true,
      isDone: (record) => !isFor(record),
      work: async (record, requestFields) => (await work?.(record)) ?? (await changed(record, change, requestFields)),
    }),
  );
  const deletion: RecordAction = {
    label: 'Delete',
    done: 'deleted',
    action: 'delete',
    work: async (record) => {
      await dataProvider.delete(path, { id: record.id, previousData: record });
      override.onDeleted?.(record);
      return record;
    },
    warning: "This can't be undone.",
  };
  return [...decisions, ...changes, deletion].filter(({ action, isDone }) =>
    records.some((record) => may({ action, resource: path, record }) && !(record && isDone?.(record) === true)),
  );
}
