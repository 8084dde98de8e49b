import type { RaRecord } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { type BulkResult, runBulkAction } from './BulkDialog.tsx';

const records = ['a', 'b', 'c'].map((id) => ({ id }));

describe('bulk actions', () => {
  it('continue after a failure and report its reason with the record', async () => {
    const progress: number[] = [];
    const outcome = await runBulkAction({
      records,
      act: async (record) => {
        if (record.id === 'b') throw new Error('Other records refer to this Entity: 2 Channel');
        return { ...record, revision: 2 };
      },
      onProgress: ({ done, failed }: BulkResult) => progress.push(done.length + failed.length),
      isStopped: () => false,
    });
    expect(outcome.done.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(outcome.updated).toEqual([
      { id: 'a', revision: 2 },
      { id: 'c', revision: 2 },
    ]);
    expect(outcome.failed).toEqual([{ record: { id: 'b' }, reason: 'Other records refer to this Entity: 2 Channel' }]);
    expect(progress).toEqual([1, 2, 3]);
  });

  it('leave the remaining records unchanged after a stop', async () => {
    const calls: unknown[] = [];
    const act = async (record: RaRecord) => {
      calls.push(record.id);
      return record;
    };
    const outcome = await runBulkAction({ records, act, onProgress: () => {}, isStopped: () => calls.length === 2 });
    expect(outcome.done).toHaveLength(2);
    expect(calls).toEqual(['a', 'b']);
  });
});
