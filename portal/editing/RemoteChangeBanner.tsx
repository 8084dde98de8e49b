import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { ConflictDialog } from '../look/ConflictDialog.tsx';
import type { EditState } from './editState.ts';
import { type MergeChoice, MergeDialog } from './MergeDialog.tsx';

/**
 * The banner about a remote change to the record being edited: reloaded, merged, or a merge conflict, which opens the
 * dialog to compare and choose. Also shows that the record was deleted.
 */
export function RemoteChangeBanner<Saved extends { revision: number }>({
  thing,
  now: { state, remoteChange, remote, isOwnRemoteChange, isDirty },
  words,
  choicesIn,
  isLocked = false,
  isComparing,
  onCompare,
  onChoose,
}: {
  /** The record's type in the texts: 'order', 'client'. */
  thing: string;
  now: Pick<EditState<Saved>, 'state' | 'remoteChange' | 'remote' | 'isOwnRemoteChange' | 'isDirty'>;
  /** The sentence that says who changed what, if known. */
  words?: string | undefined;
  /** The differences between the remote record and one's own. */
  choicesIn: (theirs: Saved) => MergeChoice[];
  /** Whether one's own changes can no longer be saved. */
  isLocked?: boolean;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
  onChoose: (mine: readonly string[]) => void;
}) {
  if (state === 'gone') {
    return (
      <Banner status="error" title={`This ${thing} is no longer available.`}>
        {`It was deleted, or you no longer have access to it.${isDirty ? " You can still copy what you typed, but you can't save it." : ''}`}
      </Banner>
    );
  }
  const title =
    words ??
    (isOwnRemoteChange ? `You changed this ${thing} in another window.` : `Someone else changed this ${thing}.`);
  if (!remote) {
    return (
      <Banner status="info" title={title} isSticky>
        {remoteChange === 'loaded'
          ? 'This is the latest version. Review it before you continue.'
          : `${isOwnRemoteChange ? 'Changes from both windows' : 'Your changes and theirs'} were merged. There are no conflicts.`}
      </Banner>
    );
  }
  const resolve = (paths: readonly string[]) => {
    onCompare(false);
    onChoose(paths);
  };
  const close = () => onCompare(false);
  return (
    <>
      <Banner status="warn" title={title} isSticky actions={<Button onClick={() => onCompare(true)}>Compare</Button>}>
        No changes are lost. Compare them before you save.
      </Banner>
      {isComparing && isLocked && (
        <ConflictDialog
          thing={`This ${thing}`}
          differences={choicesIn(remote)}
          onUseSaved={() => resolve([])}
          onClose={close}
        />
      )}
      {isComparing && !isLocked && (
        <MergeDialog
          // Reset the choices when the record is saved once more.
          key={remote.revision}
          title={`This ${thing} has changed`}
          words={{ saved: 'Saved version', mine: isOwnRemoteChange ? 'This window' : 'Your version' }}
          choices={choicesIn(remote)}
          onTake={resolve}
          onClose={close}
        >
          <p>
            {`${
              isOwnRemoteChange
                ? 'You also changed these fields in another window.'
                : 'Someone else also changed these fields.'
            } Choose which value to keep.`}
          </p>
        </MergeDialog>
      )}
    </>
  );
}
