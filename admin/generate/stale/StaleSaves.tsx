import { type ReactNode, useState } from 'react';
import { type RaRecord, useDataProvider, useNotify, useUpdate } from 'react-admin';
import { codeOf } from '../../provider/http.ts';
import { type Merge, mergeOf } from '../../provider/merge.ts';
import { type StaleSave, StaleSaveContext } from '../../provider/stale-save.ts';
import { useDescribed } from '../described.tsx';
import { wholeRecord } from '../whole-record.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { errorSentences } from './error-sentences.ts';

interface Conflicted extends StaleSave {
  theirs: RaRecord;
  merge: Merge;
}

/**
 * Takes up the saves of the screen inside that came too late: what two people changed in different fields is saved
 * together and named, what both changed is asked field by field (design 6). Nothing is overwritten unseen.
 */
export function StaleSaves({ children }: { children: ReactNode }) {
  const { resource } = useDescribed();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const [update, { isPending: isSaving }] = useUpdate<RaRecord, Error>();
  const [conflicted, setConflicted] = useState<Conflicted>();
  const [refusal, setRefusal] = useState<string[]>([]);

  const takeUp = async (save: StaleSave) => {
    try {
      const { data: theirs } = await dataProvider.getOne(resource.path, { id: save.base.id, ...wholeRecord });
      // Another conflict than a stale revision, such as a name that must be unique.
      if (theirs.revision === save.base.revision) return notify(save.message, { type: 'error' });
      const merge = mergeOf(resource, { base: save.base, mine: save.mine, theirs });
      const next = { ...save, theirs, merge };
      setRefusal([]);
      if (merge.asked.length > 0) setConflicted(next);
      else saveMerged(next, []);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };

  const saveMerged = ({ theirs, merge }: Conflicted, keptMine: string[]) => {
    const chosen = Object.fromEntries(keptMine.map((name) => [name, merge.sides.mine[name]]));
    const data = { ...theirs, ...merge.mine, ...merge.sides.theirs, ...chosen };
    void update(
      resource.path,
      { id: theirs.id, data, previousData: theirs, ...wholeRecord },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          setConflicted(undefined);
          notify(savedWords(merge), { type: 'success' });
        },
        onError: (error: Error) => {
          if (codeOf(error) === 'RESOURCE_CONFLICT') {
            void takeUp({ mine: data, base: theirs, message: error.message });
            return;
          }
          const words = errorSentences(resource, error);
          setRefusal(words);
          if (merge.asked.length === 0) notify(words.join(' '), { type: 'error' });
        },
      },
    );
  };

  return (
    <StaleSaveContext.Provider value={(save) => void takeUp(save)}>
      {children}
      {conflicted ? (
        <ConflictDialog
          // A record that was saved once more is another question.
          key={String(conflicted.theirs.revision)}
          {...conflicted}
          mine={{ ...conflicted.mine, ...conflicted.merge.sides.mine }}
          theirs={{ ...conflicted.theirs, ...conflicted.merge.sides.theirs }}
          refusal={refusal}
          isSaving={isSaving}
          onSave={(keptMine) => saveMerged(conflicted, keptMine)}
          onClose={() => setConflicted(undefined)}
        />
      ) : null}
    </StaleSaveContext.Provider>
  );
}

function savedWords({ theirs }: Merge): string {
  if (theirs.length === 0) return 'Saved';
  return `Saved together with what somebody else changed meanwhile: ${theirs.map(({ label }) => label).join(', ')}`;
}
